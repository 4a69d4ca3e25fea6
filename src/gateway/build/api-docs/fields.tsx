import type { ReactNode } from 'react';
import type { ApiParameter, ApiSchema } from './document.ts';
import { Inline } from './text.tsx';

/** One line of a list of fields: a property by its path, or a parameter. */
interface Field {
  name: string;
  schema: ApiSchema;
  required: boolean;
  text: string;
}

/** The fields of an object, those of objects in it by their path, such as `price.buy`. */
export function SchemaFields({ schema, prefix }: { schema: ApiSchema; prefix: string }) {
  const fields = fieldsOf(schema);
  return fields.length === 0 ? (
    <p>
      <TypeOf schema={schema} prefix={prefix} />
    </p>
  ) : (
    <FieldList fields={fields} prefix={prefix} />
  );
}

export function ParameterFields({ parameters, prefix }: { parameters: ApiParameter[]; prefix: string }) {
  const fields = parameters.map(({ name, schema, required, description }) => {
    return { name, schema, required, text: description };
  });
  return <FieldList {...{ fields, prefix }} />;
}

function FieldList({ fields, prefix }: { fields: Field[]; prefix: string }) {
  return (
    <dl>
      {fields.map(({ name, schema, required, text }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <TypeOf {...{ schema, prefix }} />
            {!required && <span className="hint"> optional</span>}
          </dt>
          <dd>
            <Inline text={[text, ...limitsOf(schema)].join(' ')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(schema: ApiSchema, path = ''): Field[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = { name: path + name, schema: field, required: required.includes(name) };
    const inside = field.items
      ? { part: field.items, suffix: '[].' }
      : { part: objectOf(field), suffix: '.' };
    return [
      { ...own, text: field.description ?? '' },
      ...fieldsOf(inside.part, `${path}${name}${inside.suffix}`),
    ];
  });
}

/** The object of a field that may also be null. */
function objectOf(schema: ApiSchema): ApiSchema {
  return schema.anyOf?.find(({ properties }) => properties) ?? schema;
}

/** The type of a value; a link to a schema that the page lists. */
export function TypeOf({ schema, prefix }: { schema: ApiSchema; prefix: string }): ReactNode {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return <a href={`#${prefix}-${name}`}>{name}</a>;
  }
  if (schema.items) {
    return (
      <span className="type">
        array of <TypeOf schema={schema.items} prefix={prefix} />
      </span>
    );
  }
  if (schema.anyOf) {
    return schema.anyOf.map((one, index) => (
      <span className="type" key={JSON.stringify(one)}>
        {index > 0 && ' or '}
        <TypeOf schema={one} prefix={prefix} />
      </span>
    ));
  }
  if (schema.const !== undefined) return <span className="type">{JSON.stringify(schema.const)}</span>;
  const { additionalProperties: values } = schema;
  if (typeof values === 'object' && values.type) return <span className="type">map of {values.type}</span>;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return <span className="type">{schema.format ? `${type} (${schema.format})` : type}</span>;
}

/** What a value must keep to, as sentences. */
function limitsOf(schema: ApiSchema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema;
  const texts = [
    schema.enum && `One of ${schema.enum.map((one) => `\`${one}\``).join(', ')}.`,
    schema.default !== undefined && `Default: \`${schema.default}\`.`,
    between(minimum, maximum, ''),
    exclusiveMinimum !== undefined && `Above ${exclusiveMinimum}.`,
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' items'),
  ];
  return texts.filter((text) => typeof text === 'string');
}

function between(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}.`;
  if (most !== undefined) return `At most ${most}${unit}.`;
  return least === undefined ? undefined : `At least ${least}${unit}.`;
}
