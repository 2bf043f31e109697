import { createRequire } from 'node:module'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

type Text = (value: unknown) => unknown
interface Options {
  ignoreAttributes?: boolean
  attrNodeName?: string
  tagValueProcessor?: Text
}

/** Maps options of fast-xml-parser 3 to version 5, whose `tagValueProcessor` gets the text as second argument. */
const optionsOf = ({ ignoreAttributes = true, attrNodeName, tagValueProcessor: process }: Options) => ({
  ignoreAttributes,
  // s3rver encodes and decodes entities itself.
  processEntities: false,
  ...(attrNodeName && { attributesGroupName: attrNodeName, attributeNamePrefix: '' }),
  ...(process && { tagValueProcessor: (_name: string, value: unknown) => String(process(value)) }),
})

/** Implements `j2xParser`, the builder of fast-xml-parser 3, with version 5. */
class Builder {
  readonly #builder: XMLBuilder
  constructor(options: Options) {
    this.#builder = new XMLBuilder(optionsOf(options))
  }
  parse(value: unknown): string {
    return this.#builder.build(value)
  }
}
const version3 = {
  validate: (xml: string) => XMLValidator.validate(xml),
  parse: (xml: string, options: Options) => new XMLParser(optionsOf(options)).parse(xml) as unknown,
  j2xParser: Builder,
}

/** Adds the functions of version 3 that s3rver calls to fast-xml-parser 5. Call this before s3rver is loaded. */
export function giveS3rverItsParser(): void {
  const require = createRequire(import.meta.url)
  Object.assign(require('fast-xml-parser') as object, version3)
}
