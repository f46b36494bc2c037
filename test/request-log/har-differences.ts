import Ajv from 'ajv'
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import harSchemas from 'har-schema'

/** Returns the differences between a value and the schemas of HAR 1.2. */
export function findDifferences(value: unknown): readonly string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addMetaSchema(draft6)
  for (const schema of Object.values(harSchemas)) ajv.addSchema(schema)
  ajv.validate('har.json#', value)
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
