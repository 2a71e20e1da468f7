import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { anyNodes } from '#test/web/any-investigation.ts';
import { readInvestigationFile, investigationFormat, writeInvestigationFile } from './investigation-file.ts';

const step = {
  id: 'step00001',
  from: null,
  subject: { kind: 'domain', value: 'evil.example' },
  via: 'entry',
  at: '2026-11-21T16:00:00.000Z',
};
const file = (...steps: readonly object[]) => ({ format: investigationFormat, version: 1, name: 'Case 7', steps });
const problemsOf = (content: unknown) => {
  const answer = readInvestigationFile(typeof content === 'string' ? content : JSON.stringify(content));
  return 'problems' in answer ? answer.problems.join('\n') : '';
};

describe('the file of an investigation', () => {
  it('is read member by member', () =>
    expect(
      readInvestigationFile(
        `{"format":"sightline-investigation","version":1,"exported_at":"2026-11-21T16:00:00.000Z","name":"Investigation of Monday","steps":[
          {"id":"0mi3abcd01zzzzzyyyyy","from":null,"subject":{"kind":"domain","value":"evil.example"},"via":"entry",
           "at":"2026-11-21T15:00:00.000Z","note":"n","pinned":true,"verdict":null}]}`,
      ),
    ).toEqual({
      investigation: {
        name: 'Investigation of Monday',
        nodes: [
          {
            id: '0mi3abcd01zzzzzyyyyy',
            parent: null,
            subject: { is: 'subject', kind: 'domain', value: 'evil.example' },
            via: 'entry',
            at: Date.UTC(2026, 10, 21, 15),
            note: 'n',
            isPinned: true,
            verdict: null,
          },
        ],
      },
    }));

  it('gives back every investigation that was written', () => {
    fc.assert(
      fc.property(anyNodes(), fc.string({ maxLength: 100 }), (nodes, name) => {
        expect(readInvestigationFile(writeInvestigationFile(name, nodes, new Date(0)))).toEqual({
          investigation: { name, nodes },
        });
      }),
    );
  });

  it('is read without the members that have a default, in whatever spelling the subject has', () => {
    const answer = readInvestigationFile(
      JSON.stringify(file({ ...step, subject: { kind: 'domain', value: 'EVIL.example.' } })),
    );
    expect(answer).toMatchObject({
      investigation: { nodes: [{ subject: { value: 'evil.example' }, note: '', isPinned: false, verdict: null }] },
    });
  });

  test.each([
    ['{', 'This is not JSON: export an investigation as JSON and import that file.'],
    [[], 'The file must be an object: export an investigation as JSON and import that file.'],
    [
      { ...file(), format: 'misp' },
      `format must be "${investigationFormat}": export an investigation as JSON and import that file.`,
    ],
    [{ ...file(), version: 2 }, 'version must be 1: the file is of another version of this format.'],
    [file({ ...step, id: '../../x' }), 'steps[0].id must be 8 to 40 digits and lower-case letters.'],
    [file({ ...step, at: 'yesterday' }), 'steps[0].at must be a time such as "2026-11-21T16:00:00.000Z".'],
    [file({ ...step, verdict: { score: 101, decider: '', seen_at: step.at } }), 'steps[0].verdict.score'],
    [file({ ...step, note: 'x'.repeat(20_001) }), 'steps[0].note must be at most 20,000 characters.'],
    [
      file({ ...step, subject: { kind: 'ipv4', value: '999.1.1.1' } }),
      'steps[0].subject.value "999.1.1.1" is not a valid ipv4: send the value as the address of its page has it.',
    ],
    [file({ ...step, subject: { kind: 'jarm', value: 'x' } }), 'steps[0].subject.kind must be one of ipv4, ipv6'],
    [
      file({ ...step, subject: undefined, search: { path: 'https://evil.example/', query: { qname: 'x' } } }),
      'steps[0].search is none of this dashboard',
    ],
    [file({ ...step, subject: undefined }), 'steps[0].subject is missing'],
    [file(step, step), 'steps[1].id step00001 stands twice'],
    [file({ ...step, from: 'step00009' }), 'steps[0].from step00009 is not in the file'],
    [
      file({ ...step, from: 'step00002' }, { ...step, id: 'step00002', from: 'step00001' }),
      'steps[0].from leads back to itself: a start has null.',
    ],
  ])('%j is refused with what to send instead', (content, problem) => {
    expect(problemsOf(content)).toContain(problem);
  });

  it('tells the first few of many problems', () => {
    const many = Array.from({ length: 9 }, () => ({ ...step, at: '' }));
    expect(problemsOf(file(...many)).split('\n')).toHaveLength(6);
  });
});
