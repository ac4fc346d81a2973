#pragma once

#include <cstddef>
#include <cstdint>

#include "core/result.h"

namespace surehand::wayland::pipewire {

// What is used of SPA's structures, which are libpipewire's stable ABI: https://docs.pipewire.org/group__spa__api.html
struct Dict {
  struct Item {
    const char* key;
    const char* value;
  };
  uint32_t flags;
  uint32_t count;
  const Item* items;
};
struct Hook {
  void* slots[6];  // libpipewire's own
};
// The one kind of memory that is read: behind a file descriptor. spa/buffer/buffer.h
inline constexpr uint32_t kMemFd = 2;
struct Chunk {
  uint32_t offset, size;
  int32_t stride, flags;
};
struct Data {
  uint32_t type, flags;
  int64_t fd;
  uint32_t map_offset, max_size;
  void* data;
  Chunk* chunk;
};
struct Buffer {
  uint32_t meta_count, data_count;
  void* metas;
  Data* datas;
};
struct StreamBuffer {
  Buffer* buffer;  // more fields follow
};
// Version 0 has these alone.
struct StreamEvents {
  uint32_t version;
  void (*destroy)(void*);
  void (*state_changed)(void*, int, int, const char*);
  void (*control_info)(void*, uint32_t, const void*);
  void (*io_changed)(void*, uint32_t, void*, uint32_t);
  void (*param_changed)(void*, uint32_t, const void*);
  void (*add_buffer)(void*, StreamBuffer*);
  void (*remove_buffer)(void*, StreamBuffer*);
  void (*process)(void*);
  void (*drained)(void*);
};

// What is used of libpipewire, which every desktop that casts its screen has: https://docs.pipewire.org/group__pw__stream.html. It is not
// linked, so that the addon loads where there is none.
struct Library {
  // UNSUPPORTED where it is not installed.
  static Result<const Library*> get();

  void (*init)(int*, char***);
  void* (*properties_new_dict)(const Dict*);
  void* (*thread_loop_new)(const char*, const Dict*);
  void (*thread_loop_destroy)(void*);
  int (*thread_loop_start)(void*);
  void (*thread_loop_stop)(void*);
  void* (*thread_loop_get_loop)(void*);
  void* (*context_new)(void*, void*, size_t);
  void (*context_destroy)(void*);
  int (*context_add_spa_lib)(void*, const char*, const char*);
  void* (*context_load_module)(void*, const char*, const char*, void*);
  void* (*context_connect_fd)(void*, int, void*, size_t);
  void* (*stream_new)(void*, const char*, void*);
  void (*stream_destroy)(void*);
  void (*stream_add_listener)(void*, Hook*, const StreamEvents*, void*);
  int (*stream_connect)(void*, int, uint32_t, int, const void**, uint32_t);
  int (*stream_update_params)(void*, const void**, uint32_t);
  StreamBuffer* (*stream_dequeue_buffer)(void*);
  int (*stream_queue_buffer)(void*, StreamBuffer*);

 private:
  Library();

  bool whole_ = false;
};

}  // namespace surehand::wayland::pipewire
