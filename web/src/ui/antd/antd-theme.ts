import type { ThemeConfig } from 'antd/es/config-provider'

// Values that ui/tokens.css has, too, are the same here, except the light colorWarning. antd's default colours of
// placeholders, errors, links and descriptions fail WCAG AA. The numbers in comments are contrast ratios. For
// colorTextBase, the ratio is with colorBgLayout. For the others, it is with colorBgContainer unless stated otherwise.

const shared = {
  borderRadiusSM: 2,
  borderRadius: 4,
  borderRadiusLG: 6,
  controlHeightSM: 32,
  controlHeight: 40,
  controlHeightLG: 48,
  fontFamily: 'var(--font)',
  fontSize: 14,
  motionDurationMid: '0.18s',
  // antd would derive the background of selected items from the primary colour, which is close to their text's colour.
  controlItemBgActive: 'var(--line)',
  controlItemBgActiveHover: 'var(--line)',
}

export const tokens = {
  light: {
    ...shared,
    colorPrimary: '#16130f',
    colorLink: '#16130f',
    colorBgLayout: '#faf9f7',
    colorBgBase: '#ffffff',
    colorBgContainer: '#ffffff',
    colorTextBase: '#16130f', // 17.6
    colorTextSecondary: 'rgba(22, 19, 15, 0.72)',
    colorTextTertiary: 'rgba(22, 19, 15, 0.64)', // 5.6
    colorTextDescription: 'rgba(22, 19, 15, 0.64)',
    colorTextPlaceholder: 'rgba(22, 19, 15, 0.60)', // 4.6 on fill
    // Borders of inputs; WCAG 1.4.11 requires 3:1.
    colorBorder: '#8f8a83', // 3.4
    colorBorderSecondary: '#ebe8e3',
    colorSuccess: '#2f7d4f', // 5.0
    colorWarning: '#9a6700', // 4.9
    colorError: '#c0362c', // 5.5
    colorErrorText: '#c0362c',
    colorInfo: '#16130f',
    colorInfoBg: '#f1eee9',
    colorInfoBorder: '#d9d5cf',
  },
  dark: {
    ...shared,
    colorPrimary: '#f2ede4',
    colorLink: '#f2ede4',
    colorBgLayout: '#0e0d0c',
    colorBgBase: '#0e0d0c',
    colorBgContainer: '#171514',
    colorBgElevated: '#1e1b19',
    colorTextBase: '#f5f2ec', // 17.4
    colorTextSecondary: 'rgba(245, 242, 236, 0.74)',
    colorTextTertiary: 'rgba(245, 242, 236, 0.64)', // 7.2
    colorTextDescription: 'rgba(245, 242, 236, 0.64)',
    colorTextPlaceholder: 'rgba(245, 242, 236, 0.56)', // 5.8
    colorTextLightSolid: '#16130f',
    colorBorder: '#736d66', // 3.6
    colorBorderSecondary: '#2a2725',
    colorFillSecondary: '#26221f',
    colorFillTertiary: '#1e1b19',
    colorFillQuaternary: '#1a1817',
    colorSuccess: '#6cc08b', // 8.3
    colorWarning: '#e0b04b',
    colorError: '#f0776c', // 6.6
    colorErrorText: '#f0776c',
    colorInfo: '#f2ede4',
    colorInfoBg: '#1e1b19',
    colorInfoBorder: '#3a3633',
  },
}

export const componentTokens = (shown: keyof typeof tokens): ThemeConfig['components'] => ({
  // antd's own switch has too little contrast. colorBorder has more than 3:1 (WCAG 1.4.11).
  Switch: { colorTextQuaternary: tokens[shown].colorBorder, handleBg: tokens[shown].colorBgContainer },
  // A white check mark would be invisible on the dark theme's primary colour.
  Checkbox: { colorWhite: tokens[shown].colorBgContainer },
  Radio: { colorWhite: tokens[shown].colorBgContainer },
  // A selected option is only bold, because a background marks the active option.
  Select: { optionSelectedBg: 'transparent', optionActiveBg: 'var(--line)' },
  Button: { fontWeight: 500, contentFontSizeSM: 13, paddingInlineSM: 12, defaultShadow: 'none', primaryShadow: 'none' },
  Modal: {
    contentBg: 'var(--surface)',
    headerBg: 'var(--surface)',
    boxShadow: 'none',
    colorBgMask: 'rgb(0 0 0 / 0.6)',
  },
  Drawer: {
    colorBgElevated: 'var(--surface)',
    colorBgMask: 'rgb(0 0 0 / 0.4)',

    colorSplit: 'transparent',
    paddingLG: 24,
  },
  Segmented: { trackBg: 'var(--surface-sunk)', itemColor: 'var(--text-secondary)' },
  // Hairlines separate the rows, and only selected rows have a background, so that the content stands out.
  Table: {
    colorBgContainer: 'transparent',
    headerBg: 'transparent',
    headerColor: 'var(--text-muted)',
    headerSplitColor: 'transparent',
    headerBorderRadius: 0,
    headerSortActiveBg: 'transparent',
    headerSortHoverBg: 'transparent',
    bodySortBg: 'transparent',
    rowHoverBg: 'transparent',
    rowSelectedBg: 'var(--surface-sunk)',
    rowSelectedHoverBg: 'var(--surface-sunk)',
    borderColor: 'var(--line)',
    footerBg: 'transparent',
    cellPaddingBlock: 10,
    cellPaddingInline: 8,
    selectionColumnWidth: 34,
    fontWeightStrong: 400,
  },
})
