import { useLayoutEffect, useMemo, useRef, type HTMLAttributes, type RefObject } from 'react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { handOverFrom, type HandOver } from './hand-over.js'
import { editorIcons, toolGroups } from './icons.js'
import { markupOf } from './output.js'

/** An editable text that is shown until the editor is loaded. The editor then takes over its text and caret. */
export function EditorPlaceholder({
  value,
  output,
  handOver,
  ...area
}: {
  value: string
  output: RichTextOutput
  handOver: RefObject<HandOver | undefined>
} & HTMLAttributes<HTMLDivElement>) {
  const element = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  const html = useMemo(() => markupOf(value, output) || '<p><br></p>', [value, output])
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      handOver.current = handOverFrom(current!, isTyped.current)
    }
  }, [handOver])
  return (
    <>
      <div className="editor-toolbar" inert>
        {toolGroups(output === 'text').map((tools) => (
          <div key={tools[0]} className="editor-group">
            {tools.map((tool) => {
              const Icon = editorIcons[tool]
              return (
                <button key={tool} type="button">
                  <Icon />
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <div
        ref={element}
        contentEditable
        className="rich-text rich-text-area"
        onInput={() => (isTyped.current = true)}
        // Pastes plain text, because only the editor handles markup.
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
        onDrop={(event) => event.preventDefault()}
        dangerouslySetInnerHTML={{ __html: html }}
        {...area}
      />
    </>
  )
}
