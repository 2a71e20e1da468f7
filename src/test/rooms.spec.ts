import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importMap } from '../../tools/import-map.ts';

const parent = 'web/kit/';
const rooms = Object.keys(importMap).flatMap((folder) =>
  folder.startsWith(parent) ? [folder.slice(parent.length)] : [],
);

describe('the rooms of web/kit', () => {
  it('hold every file, and each has its row in the import map', () => {
    const entries = readdirSync(new URL(`../${parent}`, import.meta.url), { withFileTypes: true });
    expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
    expect(entries.map(({ name }) => name).toSorted()).toEqual(rooms.toSorted());
  });

  it.each(rooms)('%s imports only rooms listed before it', (room) => {
    const imported = (importMap[parent + room] ?? []).filter((folder) => folder.startsWith(parent));
    const earlier = rooms.slice(0, rooms.indexOf(room)).map((name) => parent + name);
    expect(imported.filter((folder) => !earlier.includes(folder))).toEqual([]);
  });
});
