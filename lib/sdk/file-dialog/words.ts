// What toolkits call the buttons of their file dialogs, without mnemonics and dots, in lower case. Only where nothing else tells which
// button is which: GTK 4 does not say which one is the default.

/** Gives up. */
export const CANCEL: ReadonlySet<string> = new Set([
  ...[
    'cancel',
    'close',
    'abort',
    'abbrechen',
    'schließen',
    'annuler',
    'fermer',
    'cancelar',
    'cerrar',
    'annulla',
    'chiudi',
  ],
  ...[
    'fechar',
    'annuleren',
    'sluiten',
    'avbryt',
    'annuller',
    'peruuta',
    'anuluj',
    'zrušit',
    'zrušiť',
    'mégse',
    'anulează',
  ],
  ...['отмена', 'отменить', 'скасувати', 'iptal', 'ακύρωση', 'キャンセル', '取消', '취소', 'إلغاء', 'ביטול'],
])

/** Says yes to replacing a file. */
export const REPLACE: ReadonlySet<string> = new Set([
  ...[
    'replace',
    'overwrite',
    'yes',
    'ersetzen',
    'überschreiben',
    'ja',
    'remplacer',
    'écraser',
    'oui',
    'reemplazar',
    'sobrescribir',
    'sí',
  ],
  ...[
    'sostituisci',
    'sovrascrivi',
    'sì',
    'substituir',
    'sobrescrever',
    'sim',
    'vervangen',
    'overschrijven',
    'ersätt',
    'skriv över',
  ],
  ...[
    'erstatt',
    'erstat',
    'overskriv',
    'korvaa',
    'kyllä',
    'zastąp',
    'nadpisz',
    'tak',
    'nahradit',
    'přepsat',
    'ano',
    'nahradiť',
    'áno',
  ],
  ...[
    'csere',
    'felülírás',
    'igen',
    'înlocuiește',
    'da',
    'заменить',
    'перезаписать',
    'да',
    'замінити',
    'так',
    'değiştir',
    'evet',
  ],
  ...[
    'αντικατάσταση',
    'ναι',
    '置き換える',
    '置換',
    'はい',
    '替换',
    '取代',
    '是',
    '바꾸기',
    '예',
    'استبدال',
    'نعم',
    'החלפה',
    'כן',
  ],
])

/** A button's name as it is in the lists: `_Replace`, `Cancel (C)` and `Replace…` are as good as the word alone. */
export function plain(name: string | undefined): string {
  return (name ?? '')
    .replace(/\([A-Z&_]{1,2}\)/gu, '')
    .replace(/[_&]|…|\.\.\.$/gu, '')
    .trim()
    .toLowerCase()
}
