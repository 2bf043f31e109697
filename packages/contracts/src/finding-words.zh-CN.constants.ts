import type { FindingCode } from './models.constants.js'

/** What a report says of a model, in Chinese. */
export const findingWordsZhCN: Record<FindingCode, string> = {
  converted: '{{format}} 文件已转换为浏览器通用的 glTF，原文件会保留。',
  unitFromFile: '最长边为 {{length}} 个单位，按文件中的单位换算为 {{centimetres}} 厘米。',
  unitFromSize: '文件没有注明单位。参照真实服装的尺寸，最长边 {{length}} 个单位按 {{centimetres}} 厘米处理。',
  turnedUpright: '文件中 {{axis}} 轴朝上，服装已摆正。',
  normalsMade: '文件没有法线，已生成平滑的法线。',
  texturesShrunk: '{{count}} 张贴图已缩小到边长 {{px}} 像素，便于网页展示。',
  betaFormat: '{{format}} 目前为测试支持，请将画面与原文件对照。',
  animationsLost: '动画无法读取，服装以静止状态展示。导出时请烘焙动画。',
  otherModels: '压缩包中有多个模型，当前展示 {{name}}，未使用：{{names}}（共 {{count}} 个）。',
  filesLeftAside: '压缩包中有模型未引用的文件：{{names}}（共 {{count}} 个）。',
  texturesMissing: '以下贴图没有随文件上传：{{names}}。请与模型一起打包成 .zip 后重新上传。',
  texturesSubstituted: '部分贴图没有随文件上传，已改用同名的其他格式：{{names}}。',
  texturesUnreadable: '以下贴图无法读取，模型展示时没有使用：{{names}}。请另存为 PNG 或 JPEG 后重新上传模型。',
  wrongScale: '服装长 {{sizeCm}} 厘米，原本可能是 {{likelyCm}} 厘米。请检查导出时的单位。',
  unusuallyLarge: '长 {{sizeCm}} 厘米，对服装来说过大。请检查导出时的单位。',
  unusuallySmall: '仅长 {{sizeCm}} 厘米，对服装来说过小。请检查导出时的单位。',
  tooManyTriangles: '{{triangles}} 个三角面对手机来说偏多。导出时请加大粒子间距，或减到 {{goal}} 个左右。',
  tooManyParts: '服装由 {{parts}} 个单独绘制的部件组成。请合并同一材质的部件，控制在 {{goal}} 个以内。',
  noUvs: '{{all}} 个部件中有 {{parts}} 个没有 UV，无法贴面料。请展开板片 UV 后再导出。',
  normalsFlipped: '{{percent}}% 的表面法线方向有误，请重新计算朝外的法线。',
  insideOut: '表面朝内，像是把衣服穿反了，请翻转法线。',
  glossConverted: '{{count}} 个旧式“高光／光泽度”材质已转换为金属度与粗糙度。',
  textureHuge: '一张 {{px}} 像素的贴图要占用 {{megabytes}} MB 显存。网页展示 2048 像素即可，特写 4096 像素足够。',
  metalLook: '材质“{{name}}”被设为金属（共 {{count}} 个），布料会显得灰暗。请将金属度设为 0。',
}
