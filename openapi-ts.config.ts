import { $, defineConfig } from '@hey-api/openapi-ts';

/**
 * What is generated from the contract for the browser. `npm run generate` runs it over the published form of the
 * document (tools/generate.ts); only the target folder is given from there.
 */
export default defineConfig({
  input: 'public/openapi.json',
  output: {
    path: 'src/contract/generated',
    entryFile: false,
    module: { extension: '.ts' },
    postProcess: [],
  },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    // No functions per operation and no validator: the dashboard asks by `Operations` (operations.gen.ts), and reads answers by
    // answer-shapes.gen.ts, which leaves a mistyped field out and names it instead of throwing the answer away.
    {
      name: 'zod',
      compatibilityVersion: 'mini',
      // Held against the answers of the service by its specs.
      requests: false,
      // Fields that the contract does not know survive (other deployments send them) and are shown.
      '~resolvers': {
        object: (ctx) =>
          ctx.schema.additionalProperties ? undefined : $(ctx.symbols.z).attr('looseObject').call(ctx.nodes.shape(ctx)),
      },
    },
  ],
});
