import { createRequire } from 'node:module'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

type Text = (value: unknown) => unknown
interface Options {
  ignoreAttributes?: boolean
  attrNodeName?: string
  tagValueProcessor?: Text
}

/** The options of version 3 as those of version 5: the text is the second argument of a processor there. */
const optionsOf = ({ ignoreAttributes = true, attrNodeName, tagValueProcessor: process }: Options) => ({
  ignoreAttributes,
  // s3rver encodes and decodes by itself.
  processEntities: false,
  ...(attrNodeName && { attributesGroupName: attrNodeName, attributeNamePrefix: '' }),
  ...(process && { tagValueProcessor: (_name: string, value: unknown) => String(process(value)) }),
})

/** What s3rver 3.7 calls of fast-xml-parser 3, done by version 5. */
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

/** Lets s3rver, which asks for the calls of a version that nobody mends, work with the present one. Before it is loaded. */
export function giveS3rverItsParser(): void {
  const require = createRequire(import.meta.url)
  Object.assign(require('fast-xml-parser') as object, version3)
}
