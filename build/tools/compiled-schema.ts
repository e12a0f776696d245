import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import schema from '../../schema/frontmatter.schema.json' with { type: 'json' };
import { SHAPE_OPTIONS } from '../../schema/skill/shape.js';

/** The validator of front matter as a CommonJS module: a worker may not compile code while it runs. */
export function compiledSchema(): string {
  const ajv = new Ajv2020({ ...SHAPE_OPTIONS, code: { source: true } });
  return standaloneCode.default(ajv, ajv.compile(schema));
}
