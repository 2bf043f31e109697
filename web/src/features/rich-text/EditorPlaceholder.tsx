import { useLayoutEffect, useRef, type HTMLAttributes, type RefObject } from 'react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { handOverFrom, type HandOver } from './hand-over.js'
import { editorIcons, toolGroups } from './icons.js'
import { markupOf, typedValueOf } from './output.js'

/**
 * An editable area that is shown until the editor is loaded. Typed text is passed to `onChange` at once, so the form
 * can already save the text. The editor then takes over the text and the caret.
 */
export function EditorPlaceholder({
  value,
  output,
  handOver,
  onChange,
  ...area
}: {
  value: string
  output: RichTextOutput
  handOver: RefObject<HandOver | undefined>
  onChange: (value: string) => void
} & Omit<HTMLAttributes<HTMLDivElement>, 'onChange'>) {
  const element = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  /** The value that the area already shows. If `value` equals it, the area is left alone while the user types. */
  const lastEmitted = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (value === lastEmitted.current) return
    lastEmitted.current = value
    element.current!.innerHTML = markupOf(value, output) || '<p><br></p>'
  }, [value, output])
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
        onInput={({ currentTarget }) => {
          isTyped.current = true
          lastEmitted.current = typedValueOf(currentTarget, output)
          onChange(lastEmitted.current)
        }}
        // Pastes plain text, because only the editor handles markup.
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
        onDrop={(event) => event.preventDefault()}
        {...area}
      />
    </>
  )
}
