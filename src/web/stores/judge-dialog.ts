import { create } from 'zustand';

const useSubjects = create<{ readonly subjects: readonly string[] }>(() => ({ subjects: [] }));

/** The subjects that the dialog about judgements is open for, as text; none while it is closed. */
export function useJudgedNow(): readonly string[] {
  return useSubjects(({ subjects }) => subjects);
}

/** Opens the dialog for subjects, and closes it without any; menus, pages and tables open the same one. */
export function judgeSubjects(subjects: readonly string[]): void {
  useSubjects.setState({ subjects });
}
