# Completion of the command clearance for bash.
_clearance() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      distance | track | monitor | methods | demo | reproduce | generate | fit | certify | check | decompose | view) command=$word; break ;;
    esac
  done
  COMPREPLY=()
  case $previous in
    --method)
      mapfile -t COMPREPLY < <(compgen -W "$(clearance methods --json 2>/dev/null | sed -n 's/.*{"name":"\([^"]*\)".*/\1/p')" -- "$current")
      return ;;
    --closest | --within | --rate | --budget-us | --budget-queries | --tolerance | --max-distance | --min-distance | \
      --mesh-bytes | --mesh-memory | --mesh-seconds | --seconds | --order | --radii | --spheres | --parts | --margin | \
      --answers) return ;;
  esac
  local limits='--mesh-bytes --mesh-memory --mesh-seconds' options=''
  case $command in
    '') options='distance track monitor methods demo reproduce generate fit certify check decompose view --help --version' ;;
    distance)
      options="--jsonl --closest --within --method --tolerance --max-distance --min-distance --no-penetration --exact --free-margin --json --csv
               --table --help $limits" ;;
    track) options="--rate --closest --svg --json --csv --table --help $limits" ;;
    monitor) options="--rate --budget-us --budget-queries --margin --svg --json --help $limits" ;;
    methods) options='--json --help' ;;
    demo) options='--seconds --json --scene --rate --output --help' ;;
    view) options="--output --margin --rate --budget-us --budget-queries --answers --help $limits" ;;
    reproduce)
      options="--all --small --svg --html --json --help $(clearance reproduce --json 2>/dev/null | sed -n 's/.*{"experiment":"\([^"]*\)".*/\1/p')" ;;
    generate) options='facet-ball --order --radii --help' ;;
    fit) options="stope ellipsoid --spheres --tolerance --json --help $limits" ;;
    certify) options="--margin --output --json --help $limits" ;;
    check) options='--scene --json --help' ;;
    decompose) options="--tolerance --parts --json --help $limits" ;;
  esac
  if [[ $current == -* || -z $command || $command == generate || $command == methods || $command == reproduce ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    [[ -n $command ]] || return
  fi
  ((${#COMPREPLY[@]})) || mapfile -t COMPREPLY < <(compgen -f -- "$current"; compgen -W "$options" -- "$current")
}
complete -o filenames -F _clearance clearance
