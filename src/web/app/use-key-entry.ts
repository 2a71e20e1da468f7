import { type FormEvent, useState } from 'react';
import { connection, saveConnection } from '#web/api/connection.ts';
import { testConnection } from '#web/api/service-probe.ts';

/** A field for an API key that is tried before it is kept. */
export function useKeyEntry(onKept?: () => void) {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() === '' || isAsking) return;
    const candidate = { ...connection(), apiKey: key.trim() };
    setIsAsking(true);
    const { result, message } = await testConnection(candidate);
    setIsAsking(false);
    // whatever else is wrong, the key was taken: the pages say the rest
    if (result === 'refused' || result === 'offline') setProblem(message);
    else {
      saveConnection(candidate);
      onKept?.();
    }
  };
  const disabledReason = key.trim() === '' ? 'Paste the key first.' : isAsking ? 'Contacting the service …' : undefined;
  return { key, setKey, problem, disabledReason, onSubmit: (event: FormEvent) => void submit(event) };
}
