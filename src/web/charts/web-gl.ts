/** Whether this browser draws with WebGL: not without a graphics driver, nor where a policy forbids it. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // browsers keep a few contexts only
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
