import ajvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

const compile = ajvCompiler()(
  {},
  { customOptions: { coerceTypes: 'array', allErrors: false, strict: false, removeAdditional: false } },
);

/** Compiles the schema of a route at its first request: compiling those of all operations would take a third of a second of each start. */
export const compileAtFirstUse: FastifySchemaCompiler<object> = (route) => {
  let validate: ReturnType<typeof compile> | undefined;
  return (value: unknown) => {
    validate ??= compile(route);
    return validate(value) ? { value } : { error: validate.errors ?? [] };
  };
};
