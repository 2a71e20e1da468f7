import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

/** Certificates of a service that receives syslog, and of its senders. */
export interface SyslogCertificates {
  /** For SIGHTLINE_SYSLOG_TLS. */
  readonly folder: string;
  /** Connects as a sender that the service knows, or as a stranger. Rejects when the service ends the connection. */
  connect(port: number, sender: 'known' | 'stranger' | 'without a certificate'): Promise<TLSSocket>;
  close(): void;
}

/** @param sender common name of the known sender */
export async function makeSyslogCertificates(sender: string): Promise<SyslogCertificates> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-syslog-'));
  const [service, known, stranger] = await Promise.all(['localhost', sender, sender].map(selfSigned));
  if (!service || !known || !stranger) throw new Error('there are three certificates');
  const files = { 'tls.crt': service.cert, 'tls.key': service.private, 'ca.crt': known.cert };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return {
    folder,
    connect(port, who) {
      const own = who === 'known' ? known : stranger;
      const socket = connect({
        host: '127.0.0.1',
        port,
        servername: 'localhost',
        ca: [service.cert],
        ...(who !== 'without a certificate' && { cert: own.cert, key: own.private }),
      });
      return new Promise((resolve, reject) => {
        socket.on('error', reject).on('close', () => reject(new Error('closed')));
        // the service judges the certificate after the handshake of the sender; it sends its tickets only when it accepts
        socket.once('session', () => resolve(socket)).resume();
      });
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function selfSigned(name: string): ReturnType<typeof generate> {
  return generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  });
}
