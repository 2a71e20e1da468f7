import type { GraphTone } from './graph.ts';

/** Colours of the theme as `rgb(…)`, for what is not drawn by style sheets. */
export interface ThemeColours {
  readonly ground: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly accent: string;
  readonly raised: string;
  readonly tones: Readonly<Record<GraphTone, string>>;
}

/** What the custom properties are in the theme that is shown now. */
export function themeColours(): ThemeColours {
  const probe = document.createElement('span');
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours: ThemeColours = {
    ground: colour('surface'),
    text: colour('text'),
    muted: colour('muted'),
    line: colour('control'),
    accent: colour('accent'),
    raised: colour('raised'),
    tones: {
      unknown: colour('faint'),
      sinkholed: colour('state-sinkholed'),
      none: colour('band-none'),
      low: colour('band-low'),
      medium: colour('band-medium'),
      high: colour('band-high'),
      critical: colour('band-critical'),
    },
  };
  probe.remove();
  return colours;
}
