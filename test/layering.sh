#!/usr/bin/env bash
# layering.sh [ROOT]: the includes of src/ against the table of src/README.md.
#
# Each row `| layer | what | knows |` permits the layer to include its own headers and those of the
# layers it names; "everything below" is every row under it. runtime/ includes itself and system
# headers alone. Only ir/ may include LLVM, only symbol/ libdw. A row without a folder, a folder
# without a row and a layer without README.md are errors too.
#
# A folder whose README.md has a table `| room | what | knows |` is a hall, divided into rooms, its folders. A
# room includes its own headers, those of the rooms that its row names, and those that stand beside
# the rooms. The files beside the rooms include any room.
#
# No folder has more than 40 files: it would be a hall without rooms.
set -u
export LC_ALL=C
root=${1:-$(dirname "$0")/..}
src=$root/src

awk -v src="$src" '
function complain(text) { print text; bad = 1 }

# The table: layers in order, and what each may know.
function read_table(file,    line, cell, count, i, names, name) {
    while ((getline line < file) > 0) {
        if (line !~ /^\| *`[a-z]+` *\|/)
            continue
        split(line, cell, /\|/)
        name = cell[2]
        gsub(/[ `]/, "", name)
        order[++layers] = name
        known[name] = cell[4]
    }
    close(file)
    if (layers == 0) {
        complain(file ": no table of layers")
        return
    }
    for (i = 1; i <= layers; i++) {
        name = order[i]
        may[name, name] = 1
        if (known[name] ~ /everything below/) {
            for (count = i + 1; count <= layers; count++)
                may[name, order[count]] = 1
            continue
        }
        count = split(known[name], names, /[ ,]+/)
        for (; count > 0; count--)
            if (names[count] != "")
                need(name, names[count], i)
    }
}

# A layer may know only rows further down: otherwise the layers are no order at all.
function need(name, other, at,    i) {
    for (i = at + 1; i <= layers; i++)
        if (order[i] == other) {
            may[name, other] = 1
            return
        }
    complain(src "/README.md: " name " knows " other ", which is no row below it")
}

function layer_of(path) {
    path = substr(path, length(src) + 2)
    return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : ""
}

# The hall that a path below src/ is in; "": none.
function hall_of(path) {
    while (sub(/\/[^\/]*$/, "", path))
        if (has_rooms[path])
            return path
    return ""
}

# The room of "hall/room/file.c"; "" beside the rooms.
function room_of(hall, path) {
    path = substr(path, length(hall) + 2)
    return path ~ /\// ? substr(path, 1, index(path, "/") - 1) : ""
}

# The rooms of a hall: every folder with code is a room.
function read_rooms(hall,    file, line, cell, count, names, name, inside, command, folder) {
    file = src "/" hall "/README.md"
    while ((getline line < file) > 0) {
        if (line ~ /^\| *room *\|/)
            inside = has_rooms[hall] = 1
        else if (line !~ /^\|/)
            inside = 0
        if (!inside || line !~ /^\| *`[a-z0-9_]+` *\|/)
            continue
        split(line, cell, /\|/)
        name = cell[2]
        gsub(/[ `]/, "", name)
        is_room[hall, name] = room_may[hall, name, name] = 1
        count = split(cell[4], names, /[ ,`]+/)
        for (; count > 0; count--)
            if (names[count] != "")
                room_may[hall, name, names[count]] = wanted[hall, names[count]] = 1
        if (system("test -d \"" src "/" hall "/" name "\"") != 0)
            complain(src "/" hall "/" name ": in the table of rooms, but no such folder")
    }
    close(file)
    if (!has_rooms[hall])
        return
    command = "find \"" src "/" hall "\" -mindepth 2 -maxdepth 2 -name \"*.c\" | sed \"s|/[^/]*$||; s|.*/||\" | sort -u"
    while ((command | getline folder) > 0)
        if (folder !~ /^test_/ && !((hall, folder) in is_room))
            complain(src "/" hall "/" folder ": a folder that is no room of the table")
    close(command)
    for (name in wanted) {
        split(name, cell, SUBSEP)
        if (cell[1] == hall && !((hall, cell[2]) in is_room))
            complain(file ": no room " cell[2])
    }
}

# May a file of this room include a header of that one?
function check_room(hall, file, number, target,    from, to) {
    from = room_of(hall, substr(file, length(src) + 2))
    to = room_of(hall, target)
    if (from == "" || to == "" || from ~ /^test_/ || to ~ /^test_/)
        return
    crossings++
    if (!((hall, from, to) in room_may))
        complain(file ":" number ": room " from " does not know " to)
}

BEGIN {
    read_table(src "/README.md")
    for (i = 1; i <= layers; i++) {
        is_layer[order[i]] = 1
        if (system("test -d \"" src "/" order[i] "\"") != 0)
            complain(src "/" order[i] ": in the table, but no such folder")
        else if (system("test -f \"" src "/" order[i] "/README.md\"") != 0)
            complain(src "/" order[i] ": has no README.md")
    }
    command = "find \"" src "\" -mindepth 2 -name README.md | sort"
    while ((command | getline file) > 0)
        read_rooms(substr(file, length(src) + 2, length(file) - length(src) - 11))
    close(command)
    command = "find \"" src "\" -mindepth 1 -maxdepth 1 -type d | sort"
    while ((command | getline folder) > 0) {
        sub(/.*\//, "", folder)
        if (!(folder in is_layer))
            complain(src "/" folder ": a folder that is no row of the table")
    }
    close(command)
    command = "find \"" src "\" -type d"
    while ((command | getline folder) > 0)
        check_size(folder)
    close(command)
    command = "find \"" src "\" -type f \\( -name \"*.[ch]\" -o -name \"*.tmpl\" \\) | sort"
    while ((command | getline file) > 0)
        check_file(file)
    close(command)
    if (files == 0)
        complain(src ": no source files")
    if (bad)
        exit 1
    printf "%d layers, %d files, %d includes of own headers, %d of rooms: as the tables say\n",
        layers, files, includes, crossings
}

function check_size(folder,    command, count) {
    command = "find \"" folder "\" -maxdepth 1 -type f | wc -l"
    command | getline count
    close(command)
    if (count > 40)
        complain(folder ": " count + 0 " files in one folder, more than 40: divide it into rooms")
}

function check_file(file,    line, number, layer, hall, target) {
    files++
    hall = hall_of(substr(file, length(src) + 2))
    layer = layer_of(file)
    if (layer == "")
        complain(file ": belongs to no layer")
    while ((getline line < file) > 0) {
        number++
        if (line !~ /^[ \t]*#[ \t]*include/)
            continue
        if (line ~ /llvm-c\// && layer != "ir")
            complain(file ":" number ": only ir/ may include LLVM")
        if (line ~ /elfutils\/|<(dwarf|gelf|libelf)\.h>/ && layer != "symbol")
            complain(file ":" number ": only symbol/ may include libdw")
        if (layer == "runtime" && line ~ /jansson|z3\.h|uthash|utlist|utarray/)
            complain(file ":" number ": a guest depends on libc alone")
        if (line !~ /include[ \t]*"/)
            continue
        target = line
        sub(/^[^"]*"/, "", target)
        sub(/".*/, "", target)
        if (target !~ /\//) {
            complain(file ":" number ": \"" target "\" does not name its layer; write \"layer/file.h\"")
            continue
        }
        if (hall != "" && index(target, hall "/") == 1)
            check_room(hall, file, number, target)
        sub(/\/.*/, "", target)
        includes++
        if (!(target in is_layer))
            complain(file ":" number ": " target "/ is no layer")
        else if (!((layer, target) in may))
            complain(file ":" number ": " layer " does not know " target)
    }
    close(file)
}
'
