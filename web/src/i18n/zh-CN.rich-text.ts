import type { RichTextWords } from './en.rich-text.js'

/** 富文本编辑器。 */
export const zhCNRichText: RichTextWords = {
  toolbar: '“{{label}}”的格式',
  keys: '按 Alt 和 F10 进入格式栏，按 Esc 返回正文。',
  h2: '标题',
  h3: '小标题',
  bold: '粗体',
  italic: '斜体',
  strike: '删除线',
  bulletList: '项目列表',
  orderedList: '编号列表',
  blockquote: '引用',
  link: '链接',
  image: '图片',
  undo: '撤销',
  redo: '重做',
  address: '网址',
  addressHint: '以 https:// 或 mailto: 开头；本站页面以 / 开头',
  addressWrong: '这不是网页或邮箱的地址。',
  setLink: '设置链接',
  removeLink: '移除链接',
  cancel: '取消',
  choose: '选择图片',
  alt: '图片里是什么？',
  altHint: '供看不到图片的人了解内容。',
  insert: '插入',
}
