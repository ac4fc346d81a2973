/*
 * Names of glibc that Debian's libstdc++ and libgcc ask for and musl has not, so that a program made for musl can use these two. For tests:
 * systems with musl have libraries of their own.
 */
#define _GNU_SOURCE
#include <link.h>
#include <locale.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

char __libc_single_threaded = 0;
struct {
  unsigned vendor, type, subtype, features[1];
} __cpu_model;

int __cpu_indicator_init(void) { return 0; }

uint32_t arc4random(void) {
  uint32_t number = 0;
  getrandom(&number, sizeof number, 0);
  return number;
}

size_t __strftime_l(char *text, size_t size, const char *format, const struct tm *time, locale_t locale) {
  return strftime_l(text, size, format, time, locale);
}

/* What a thread leaves is not destroyed: the process ends soon. */
int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library) {
  (void)destroy, (void)object, (void)library;
  return 0;
}

struct found {
  unsigned long long flags;
  void *begin, *end;
  struct link_map *library;
  void *frames;
  unsigned long long reserved[7];
};

struct search {
  uintptr_t address;
  struct found *found;
};

static int look(struct dl_phdr_info *library, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  const ElfW(Phdr) *frames = 0;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  int is_in = 0;
  for (int i = 0; i < library->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[i];
    const uintptr_t start = library->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) frames = part;
    if (part->p_type != PT_LOAD) continue;
    if (start < begin) begin = start;
    if (start + part->p_memsz > end) end = start + part->p_memsz;
    if (search->address >= start && search->address < start + part->p_memsz) is_in = 1;
  }
  if (!is_in || !frames) return 0;
  memset(search->found, 0, sizeof *search->found);
  search->found->begin = (void *)begin;
  search->found->end = (void *)end;
  search->found->frames = (void *)(library->dlpi_addr + frames->p_vaddr);
  return 1;
}

int _dl_find_object(void *address, struct found *found) {
  struct search search = {(uintptr_t)address, found};
  return dl_iterate_phdr(look, &search) ? 0 : -1;
}
