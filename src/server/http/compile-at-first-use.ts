import ajvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

const compile = ajvCompiler()(
  {},
  { customOptions: { coerceTypes: 'array', allErrors: false, strict: false, removeAdditional: false } },
);

/** Compiles the schema of a request at the first one: the schemas of all operations would take half a second of each start. */
export const compileAtFirstUse: FastifySchemaCompiler<object> = (route) => {
  let validate: ReturnType<typeof compile> | undefined;
  return (value: unknown) => {
    validate ??= compile(route);
    return validate(value) ? { value } : { error: validate.errors ?? [] };
  };
};
