#compdef clearance
# Completion of the command clearance for zsh.

_clearance() {
  local -a commands limits
  commands=(
    'distance:the signed distance of the pairs of a scene, or of a stream'
    'track:the nearest pairs of a scene over time'
    'monitor:the motion of a scene as a control loop, every pair bounded in every cycle'
    'methods:the methods, and which shapes each takes'
    'demo:the built-in robot cell'
    'reproduce:a published experiment, the figures of the paper beside ours'
    'generate:a shape of a family'
    'fit:a simple shape that holds a mesh'
    'view:a page that shows a scene'
    'certify:the proven clearance of a whole motion'
    'check:a certificate, proven anew'
    'decompose:a union of convex parts that hold the solid of a mesh'
  )
  limits=(
    '--mesh-bytes[size of a mesh file]:bytes'
    '--mesh-memory[memory for formats other than STL, OBJ and PLY]:bytes'
    '--mesh-seconds[time for formats other than STL, OBJ and PLY]:seconds'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    _arguments '--help[help]' '--version[version]'
    return
  fi
  case $words[2] in
    distance)
      _arguments '*:file:_files' '--jsonl[a stream of queries]' '--closest[so many pairs]:number' '--within[pairs not farther]:number' '--method[method]:name' \
        '--tolerance[bound on the width]:number' '--max-distance[stop beyond]:number' '--min-distance[stop below]:number' \
        '--no-penetration[only detect overlap]' '--exact[exact squared distances]' '--free-margin[free margins of ellipsoids]' '--json' '--csv' '--table' '--help' $limits ;;
    track)
      _arguments '*:file:_files' '--rate[steps a second]:number' '--closest[pairs a step]:number' '--svg[plot]:file:_files' \
        '--json' '--csv' '--table' '--help' $limits ;;
    monitor)
      _arguments '*:file:_files' '--rate[cycles a second]:number' '--budget-us[microseconds a cycle]:number' \
        '--budget-queries[queries a cycle]:number' '--margin[clearance to keep]:number' '--svg[plot]:file:_files' '--json' '--help' $limits ;;
    methods) _arguments '--json' '--help' ;;
    demo) _arguments '--seconds[length of the motion]:seconds' '--json' '--scene[print the cell as a scene]' '--rate[samples of its motion a second]:hertz' \
        {-o,--output}'[a page that shows it]:file:_files' '--help' ;;
    view) _arguments '*:file:_files' {-o,--output}'[the page]:file:_files' '--margin[a clearance to keep]:number' \
        '--rate[samples a second]:number' '--budget-us[microseconds a cycle]:number' '--budget-queries[queries a cycle]:number' \
        '--answers[at most so many]:number' '--help' $limits ;;
    reproduce) _arguments '1:experiment' '--all[every one]' '--small[without the largest sizes]' '--svg[plot]:file:_files' '--html[page]:file:_files' '--json' '--help' ;;
    generate) _arguments '1:family:(facet-ball)' '--order[rows of facets]:number' '--radii[semi-axes]:a,b,c' '--help' ;;
    fit) _arguments '2:shape:(stope ellipsoid)' '*:file:_files' '--spheres[at most]:number' '--tolerance[volume beyond the least]:number' '--json' '--help' $limits ;;
    certify) _arguments '*:file:_files' '--margin[distance to keep]:number' '--output[certificate]:file:_files' '--json' '--help' $limits ;;
    check) _arguments '*:file:_files' '--scene[that it is about]:file:_files' '--json' '--help' ;;
    decompose) _arguments '*:file:_files' '--tolerance[share of the extent]:number' '--parts[so many]:number' '--json' '--help' $limits ;;
  esac
}

_clearance "$@"
