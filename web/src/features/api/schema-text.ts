import type { Schema } from './document.js'

/** Writes a schema as a TypeScript type. The limits of an object's properties become comments. */
export function schemaText(schema: Schema, indent = ''): string {
  const { anyOf, allOf, items, prefixItems, properties } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (anyOf) return anyOf.map((one) => schemaText(one, indent)).join(' | ')
  if (allOf) return allOf.map((one) => schemaText(one, indent)).join(' & ')
  if (prefixItems) return `[${prefixItems.map((one) => schemaText(one, indent)).join(', ')}]`
  if (items) {
    const item = schemaText(items, indent)
    return /[|&]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (properties) return objectText(schema, indent)
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${schemaText(schema.additionalProperties, indent)} }`
  return [schema.type ?? 'any'].flat().join(' | ')
}

function objectText({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const limits = limitsOf(schema)
    const optional = required.includes(name) ? '' : '?'
    return `${inner}${name}${optional}: ${schemaText(schema, inner)}${limits && `  // ${limits}`}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

export function limitsOf({ format, minimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  return [
    format,
    minimum !== undefined && `>= ${minimum}`,
    maximum !== undefined && `<= ${maximum}`,
    minLength !== undefined && minLength !== maxLength && `length >= ${minLength}`,
    maxLength !== undefined && `length ${minLength === maxLength ? '' : '<= '}${maxLength}`,
    maxItems !== undefined && `items <= ${maxItems}`,
  ]
    .filter(Boolean)
    .join(', ')
}
