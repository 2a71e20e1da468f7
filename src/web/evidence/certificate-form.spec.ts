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
  it('sends the name in the path, the filled fields and a short maximum wait', () => {
    expect(certificatesQuestion(read({ domain: '*.acme.example', cert_issuer: 'Gull*', limit_by_n: '3' }))).toEqual({
      operationId: 'domainCertificates',
      path: { domain: '*.acme.example' },
      query: { cert_issuer: 'Gull*', limit_by_n: 3, max_wait: 2, with_metadata: 1 },
    });
  });

  it('replaces the name by the expression', () => {
    const question = read({ domain: 'acme.example', domain_regex: '^a$' });
    expect(certificatesQuestion(question)).toMatchObject({ path: { domain: '_' }, query: { domain_regex: '^a$' } });
    expect(certificatesTitle(question)).toBe('Certificates of ^a$');
  });

  it('is incomplete without a name or an expression', () => {
    expect(Object.keys(missingCertificateFields(read({})))).toEqual(['domain']);
    expect(missingCertificateFields(read({ domain: 'acme.example' }))).toEqual({});
  });
});
