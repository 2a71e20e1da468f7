import { useState } from 'react';
import { type ExternalLink, externalLinks, readExternalLinks, saveExternalLinks } from '#web/stores/external-links.ts';
import {
  defaultPreferences,
  preferences,
  type Preferences,
  readPreferences,
  savePreferences,
} from '#web/stores/preferences.ts';
import { fieldsOf, parseJson } from '#web/storage/browser-store.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { downloadFile } from '#web/kit/ui/copy-text.ts';
import { FileButton } from '#web/kit/ui/FileButton.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** Exports, imports and resets everything on this page except the connection. */
export function KeepSettings() {
  const [problem, setProblem] = useState('');
  const load = async (file: File | undefined) => {
    const settings = file && readSettings(await file.text());
    setProblem(file && !settings ? `${file.name} contains no dashboard settings.` : '');
    if (settings) change(settings, 'Settings imported');
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={save}>Export to a file</Button>
        <FileButton
          fileLabel="File with settings"
          accept="application/json,.json"
          onChoose={([file]) => void load(file)}
        >
          Import from a file
        </FileButton>
        <Button onClick={() => change(first, 'Settings reset')}>Reset</Button>
      </div>
      <p className="text-sm text-faint">The connection and its key are not part of it.</p>
      {problem && (
        <p role="alert" className="text-sm text-danger">
          <VisibleText text={problem} />
        </p>
      )}
    </div>
  );
}

const first: Settings = { preferences: defaultPreferences, externalLinks: [] };

function save(): void {
  const text = settingsText({ preferences: preferences(), externalLinks: externalLinks() });
  downloadFile('sightline-settings.json', text, 'application/json');
}

/** Replaces all settings; one Undo restores them all. */
function change(next: Settings, title: string): void {
  const before: Settings = { preferences: preferences(), externalLinks: externalLinks() };
  apply(next);
  toasts.add({ title, tone: 'ok', action: { label: 'Undo', onAction: () => apply(before) }, timeoutSeconds: 20 });
}

function apply(settings: Settings): void {
  savePreferences(settings.preferences);
  saveExternalLinks(settings.externalLinks);
}

/** The settings of an export. The connection and its key are not part of them. */
export interface Settings {
  readonly preferences: Preferences;
  readonly externalLinks: readonly ExternalLink[];
}

/** The field that marks a settings file; its value is the version. */
const mark = 'sightline_settings';

export function settingsText({ preferences, externalLinks }: Settings): string {
  return `${JSON.stringify({ [mark]: 1, preferences, external_links: externalLinks }, null, 2)}\n`;
}

/** The settings in a file; null for any other file. Settings that this version does not understand get their defaults. */
export function readSettings(text: string): Settings | null {
  const file = fieldsOf(parseJson(text));
  if (file[mark] !== 1) return null;
  return {
    preferences: readPreferences(file['preferences']),
    externalLinks: readExternalLinks(file['external_links']),
  };
}
