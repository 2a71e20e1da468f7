import { describe, expect, it } from 'vitest';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import {
  certificateFields,
  certificatesQuestion,
  certificatesTitle,
  missingCertificateFields,
  type CertificateField,
} from './certificate-form.ts';

const read = (params: Record<string, string>) => readQuestion<CertificateField>(certificateFields, params);

describe('the form of C12', () => {
  it('asks for a name in the path, with what is given and short waiting', () => {
    expect(certificatesQuestion(read({ domain: '*.acme.example', cert_issuer: 'Gull*', limit_by_n: '3' }))).toEqual({
      operationId: 'domainCertificates',
      path: { domain: '*.acme.example' },
      query: { cert_issuer: 'Gull*', limit_by_n: 3, max_wait: 2, with_metadata: 1 },
    });
  });

  it('lets the expression stand for the name', () => {
    const question = read({ domain: 'acme.example', domain_regex: '^a$' });
    expect(certificatesQuestion(question)).toMatchObject({ path: { domain: '_' }, query: { domain_regex: '^a$' } });
    expect(certificatesTitle(question)).toBe('Certificates of ^a$');
  });

  it('asks for nothing without one of them', () => {
    expect(Object.keys(missingCertificateFields(read({})))).toEqual(['domain']);
    expect(missingCertificateFields(read({ domain: 'acme.example' }))).toEqual({});
  });
});
