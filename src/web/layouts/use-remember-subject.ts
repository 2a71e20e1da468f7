import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { rememberSubject } from '#web/stores/recent-subjects.ts';
import { subjectOfPath } from '#web/url/subject-of-path.ts';

/** Remembers every subject whose page is opened, however it was reached. */
export function useRememberSubject(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const subject = subjectOfPath(pathname);
    if (subject) rememberSubject({ kind: subject.kind, value: subject.value, display: subject.display });
  }, [pathname]);
}
