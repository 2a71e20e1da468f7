import { parseAsStringLiteral, useQueryState } from 'nuqs';

const tagMatches = ['self', 'full'] as const;

const parser = parseAsStringLiteral(tagMatches).withDefault('self').withOptions({ history: 'replace' });

/** How servers of the domain itself are written in its tag (C5): in the URL, and the same for all tags of the view. */
export function useTagMatch() {
  return useQueryState('tag.match', parser);
}
