/** Placeholder for the value in the address of an external link. */
export const valuePlace = '{indicator}';

/**
 * Why a text cannot be the template of an external link; undefined when it can. The value may stand anywhere behind the host:
 * within it, a link would open the indicator itself.
 */
export function linkTemplateProblem(text: string): string | undefined {
  const template = text.trim();
  if (!template.includes(valuePlace)) return `Write ${valuePlace} where the value goes.`;
  const [one, other] = ['a', 'b'].map((value) => parse(fillLinkTemplate(template, value)));
  if (!one || !other || one.protocol !== 'https:') return 'Write an address that begins with https://.';
  if (one.username || one.password) return 'Leave user and password out of the address.';
  return one.host === other.host
    ? undefined
    : `Put ${valuePlace} behind the host: the link would open the value itself.`;
}

/** The address with the value in its place, escaped so that it stays one part of it whatever it holds. */
export function fillLinkTemplate(template: string, value: string): string {
  return template.trim().replaceAll(valuePlace, () => encodeURIComponent(value));
}

/** The host that receives the value: "intel.example". */
export function linkTemplateHost(template: string): string {
  return parse(fillLinkTemplate(template, 'a'))?.host ?? '';
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
