import { expect, it } from 'vitest';
import { serversOf } from './server-set.tsx';

it.each([
  [
    'name servers',
    [{ nshash: 'a' }, [{ nssrv: 'ns1.a.example' }, { nssrv: 'ns2.a.example' }]],
    ['ns1.a.example', 'ns2.a.example'],
  ],
  ['mail servers', [{ mxhash: 'a' }, [{ mxsrv: 'mail.a.example' }]], ['mail.a.example']],
  ['nothing', [], []],
])('reads %s', (_, records, servers) => expect(serversOf({ records })).toEqual(servers));

it('reads an answer without records', () => expect(serversOf({})).toEqual([]));
