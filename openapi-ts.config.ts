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
  parser: {
    // Every operation reads: the bulk lookups are POST only because their question does not fit in an address.
    hooks: { operations: { isQuery: () => true, isMutation: () => false } },
  },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    // No validator here: it would throw a whole answer away for one mistyped field. The dashboard reads answers by
    // answer-shapes.gen.ts instead, which leaves such a field out and names it.
    { name: '@hey-api/sdk', validator: false },
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
    {
      name: '@tanstack/react-query',
      queryOptions: true,
      queryKeys: true,
      infiniteQueryOptions: false,
      infiniteQueryKeys: false,
      mutationOptions: false,
    },
  ],
});
