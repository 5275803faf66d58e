# Turns what opt prints (print<domtree>, print<postdomtree>, print<loops>) into the lines of
# `ir_tool graph`. Blocks have no names, so LLVM numbers them upwards in their order.
/^DominatorTree for function: / { flush_function(); name = $4; tree = "above"; next }
/^PostDominatorTree for function: / { tree = "below"; next }
/^Loop info for function / { tree = "loops"; next }
/^ *\[[0-9]+\] / {
    level = substr($1, 2) + 0
    block = $2 == "<<exit" ? "exit" : substr($2, 2) + 0
    path[level] = block
    if (tree == "above") {
        blocks[count++] = block
        above[block] = level > 1 ? path[level - 1] : "none"
    } else {
        below[block] = level > 1 ? path[level - 1] : "none"
    }
    next
}
/^ *Loop at depth / {
    sub(/^ */, "")
    depth = $4 + 0
    members = split($6, member, ",")
    for (i = 1; i <= members; i++)
        if (member[i] ~ /<header>/) { split(member[i], part, "<"); head = substr(part[1], 2) + 0 }
    for (i = 1; i <= members; i++) {
        split(member[i], part, "<")
        block = substr(part[1], 2) + 0
        if (depth > deepest[block]) { deepest[block] = depth; heads[block] = head }
    }
    next
}
END { flush_function() }

function number(block) { return block == "none" || block == "" ? -1 : block == "exit" ? count : order[block] }

function flush_function(    i, j, block) {
    if (count) {
        for (i = 1; i < count; i++) { # insertion sort: the tree is nearly in order
            block = blocks[i]
            for (j = i - 1; j >= 0 && blocks[j] > block; j--) blocks[j + 1] = blocks[j]
            blocks[j + 1] = block
        }
        for (i = 0; i < count; i++) order[blocks[i]] = i
        print "function", name, count
        for (i = 0; i < count; i++) {
            block = blocks[i]
            print i, number(above[block]), number(below[block]), \
                (block in heads) ? number(heads[block]) : -1, deepest[block] + 0
        }
    }
    count = 0
    split("", blocks); split("", above); split("", below); split("", order)
    split("", heads); split("", deepest); split("", path)
}
