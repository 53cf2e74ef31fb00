using System.Text;
using Sigma.Engine.Mapping;

namespace Sigma.Engine.Records;

/// <summary>The names that rules use, as a tree: a node is a place in records, however often it occurs.</summary>
/// <remarks>Nodes are numbered so that a node is followed by those below it, up to its end.</remarks>
internal sealed class NameTree
{
    public const int Root = 0;

    private readonly NameTable?[] _children;
    private readonly int[] _ends;
    private readonly bool[] _isWanted;

    private NameTree(NameTable?[] children, int[] ends, bool[] isWanted) => (_children, _ends, _isWanted) = (children, ends, isWanted);

    public int Count => _ends.Length;

    public NameTable? Children(int node) => _children[node];

    /// <summary>One more than the last node below.</summary>
    public int End(int node) => _ends[node];

    /// <summary>Whether the values themselves are needed, not only their members.</summary>
    public bool IsWanted(int node) => _isWanted[node];

    /// <param name="targets">The targets, without duplicates.</param>
    /// <param name="removesBlanks">Whether names are compared without spaces.</param>
    /// <returns>The tree, and the node of each target.</returns>
    public static (NameTree Tree, Dictionary<FieldTarget, int> Nodes) Build(IEnumerable<FieldTarget> targets, bool removesBlanks)
    {
        var root = new Draft();
        var drafts = new Dictionary<FieldTarget, Draft>();
        foreach (var target in targets)
        {
            var at = root;
            foreach (var name in target.IsPath ? target.Name.Split('.') : [target.Name])
            {
                at = at.Child(removesBlanks ? name.Replace(" ", "", StringComparison.Ordinal) : name);
            }

            at.IsWanted = true;
            drafts[target] = at;
        }

        var (children, ends, wanted) = (new List<NameTable?>(), new List<int>(), new List<bool>());
        Number(root);
        return (new([.. children], [.. ends], [.. wanted]), drafts.ToDictionary(pair => pair.Key, pair => pair.Value.Node));

        void Number(Draft draft)
        {
            draft.Node = ends.Count;
            children.Add(null);
            ends.Add(0);
            wanted.Add(draft.IsWanted);
            foreach (var child in draft.Children.Values)
            {
                Number(child);
            }

            ends[draft.Node] = ends.Count;
            children[draft.Node] = draft.Children.Count == 0
                ? null
                : new([.. draft.Children.Select(child => (Encoding.UTF8.GetBytes(child.Key), child.Value.Node))]);
        }
    }

    private sealed class Draft
    {
        public Dictionary<string, Draft> Children { get; } = new(StringComparer.Ordinal);

        public bool IsWanted { get; set; }

        public int Node { get; set; }

        public Draft Child(string name) => Children.TryGetValue(name, out var child) ? child : Children[name] = new();
    }
}
