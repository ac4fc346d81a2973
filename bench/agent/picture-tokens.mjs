/** What a picture costs, by what the vendors publish. Sizes in px. */

/**
 * OpenAI, models that count tiles (gpt-4o): fitted into 2,048², the shorter side brought down to 768, 85 and 170 for each
 * tile of 512². https://platform.openai.com/docs/guides/images-vision
 */
export function openaiTiles({ width, height }) {
  const fitted = Math.min(1, 2048 / Math.max(width, height))
  const scale = fitted * Math.min(1, 768 / (Math.min(width, height) * fitted))
  return 85 + 170 * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
}

/**
 * OpenAI, models that count patches of 32² (gpt-4.1-mini, o4-mini, gpt-5-mini), at most 1,536, before the model's own factor.
 * https://platform.openai.com/docs/guides/images-vision
 */
export function openaiPatches({ width, height }) {
  return Math.min(1536, Math.ceil(width / 32) * Math.ceil(height / 32))
}

/**
 * Anthropic: width × height / 750, of a picture whose longer side was brought down to 1,568.
 * https://docs.claude.com/en/docs/build-with-claude/vision
 */
export function anthropic({ width, height }) {
  const scale = Math.min(1, 1568 / Math.max(width, height))
  return Math.ceil((width * scale * height * scale) / 750)
}
