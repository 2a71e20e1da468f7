import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { fillLinkTemplate, linkTemplateHost, linkTemplateProblem } from './link-template.ts';

describe('linkTemplateProblem', () => {
  test.each([
    'https://intel.example/search?q={indicator}',
    ' https://intel.example/{indicator}/details ',
    'https://intel.example:8443/a#{indicator}',
    'https://intel.example/{indicator}?again={indicator}',
  ])('%j can be a template', (text) => expect(linkTemplateProblem(text)).toBeUndefined());

  test.each([
    ['', '{indicator} where'],
    ['https://intel.example/', '{indicator} where'],
    ['https://intel.example/{INDICATOR}', '{indicator} where'],
    ['intel.example/{indicator}', 'begins with https://'],
    ['http://intel.example/{indicator}', 'begins with https://'],
    ['javascript:alert({indicator})', 'begins with https://'],
    ['//intel.example/{indicator}', 'begins with https://'],
    ['https://me:secret@intel.example/{indicator}', 'user and password'],
    ['https://{indicator}:x@intel.example/', 'user and password'],
    ['https://{indicator}/', 'behind the host'],
    ['https://{indicator}.intel.example/{indicator}', 'behind the host'],
    ['https://intel.example:{indicator}/', 'begins with https://'],
  ])('%j cannot: %s', (text, reason) => expect(linkTemplateProblem(text)).toContain(reason));
});

describe('fillLinkTemplate', () => {
  test.each([
    ['198.51.100.0/24', 'https://intel.example/?q=198.51.100.0%2F24'],
    ['2001:db8::1', 'https://intel.example/?q=2001%3Adb8%3A%3A1'],
    ['a&b=$&#c', 'https://intel.example/?q=a%26b%3D%24%26%23c'],
  ])('puts %s in', (value, address) =>
    expect(fillLinkTemplate('https://intel.example/?q={indicator}', value)).toBe(address),
  );

  test('no value changes who is asked, or what else is', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (value) => {
        const url = new URL(fillLinkTemplate('https://intel.example/a?q={indicator}&b=1#c', value));
        expect([url.host, url.pathname, url.searchParams.get('q'), url.searchParams.get('b'), url.hash]).toEqual([
          'intel.example',
          '/a',
          value,
          '1',
          '#c',
        ]);
      }),
    ));
});

test('the host is who receives the value', () =>
  expect(linkTemplateHost('https://intel.example:8443/{indicator}')).toBe('intel.example:8443'));
