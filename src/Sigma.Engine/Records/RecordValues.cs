namespace Sigma.Engine.Records;

/// <summary>Where the values of a record stand that rules ask for, by their places in the tree of names.</summary>
/// <param name="tree">The names that rules ask for.</param>
internal sealed class RecordValues(NameTree tree)
{
    private readonly NodeState[] _nodes = CreateNodes(tree.Count + 1);
    private readonly int[] _touched = new int[tree.Count + 1];
    private RecordValue[] _values = new RecordValue[64];
    private int _touchedCount;
    private long _record;

    /// <summary>The node that stands for every scalar of a record.</summary>
    public int ScalarNode => tree.Count;

    /// <summary>All values, those that are overwritten included.</summary>
    public int Count { get; private set; }

    /// <summary>Nodes that have values; one may have lost all of them to a later member of the same name.</summary>
    public ReadOnlySpan<int> Touched => _touched.AsSpan(0, _touchedCount);

    /// <summary>
    /// Entries of the index, looks at values, and comparisons of pieces, over all records: what these cost beside their bytes. Tests hold
    /// it against their length.
    /// </summary>
    public long Steps { get; set; }

    public ref RecordValue this[int value] => ref _values[value];

    /// <summary>How many values a node has.</summary>
    public int CountOf(int node) => _nodes[node].Record == _record ? _nodes[node].Count : 0;

    /// <summary>Whether a touched node has a value that is no object.</summary>
    public bool HasScalars(int node) => _nodes[node].Count > _nodes[node].Objects;

    /// <summary>Whether the record has the name of a touched node, with or without values.</summary>
    public bool IsNamed(int node) => _nodes[node].Count + _nodes[node].NamesOnly > 0;

    /// <summary>The first value of a node that has any; some may be overwritten.</summary>
    public int FirstOf(int node) => _nodes[node].First;

    /// <summary>The next record begins.</summary>
    public void Clear()
    {
        (Count, _touchedCount) = (0, 0);
        _record++;
    }

    /// <summary>A member of an object begins: what an equal name of the same object brought is forgotten.</summary>
    /// <param name="node">Its place in the tree.</param>
    /// <param name="container">The object's number; no other of any record has it.</param>
    public void Begin(int node, long container)
    {
        ref var state = ref _nodes[node];
        if (state.Object == container)
        {
            Forget(node, state.Mark);
        }

        (state.Object, state.Mark) = (container, Count);
    }

    public void Keep(int node, int start, int length, RecordValueKind kind)
    {
        if (Count == _values.Length)
        {
            Array.Resize(ref _values, _values.Length * 2);
        }

        ref var state = ref _nodes[node];
        var previous = -1;
        if (state.Record != _record)
        {
            (state.Record, state.First, state.Count, state.NamesOnly, state.Objects) = (_record, Count, 0, 0, 0);
            _touched[_touchedCount++] = node;
        }
        else
        {
            previous = state.Last;
            _values[previous].Next = Count;
        }

        state.Last = Count;
        state.Add(kind, 1);
        ref var value = ref _values[Count++];
        (value.Start, value.Length, value.Next, value.Previous, value.Kind) = (start, length, -1, previous, kind);
    }

    /// <summary>
    /// Forgets what came after a mark. A value is looked at once for each level that it is below, because the mark moves on.
    /// </summary>
    private void Forget(int node, int mark)
    {
        for (var below = node; below < tree.End(node); below++)
        {
            Steps++;
            ref var state = ref _nodes[below];
            for (var i = state.Record == _record ? state.Last : -1; i >= mark; i = _values[i].Previous)
            {
                Steps++;
                ref var value = ref _values[i];
                if (value.Kind != RecordValueKind.Overwritten)
                {
                    state.Add(value.Kind, -1);
                    value.Kind = RecordValueKind.Overwritten;
                }
            }
        }
    }

    private static NodeState[] CreateNodes(int count)
    {
        var nodes = new NodeState[count];
        Array.Fill(nodes, new NodeState { Object = -1 });
        return nodes;
    }

    private struct NodeState
    {
        /// <summary>The record that the other fields are of.</summary>
        public long Record;
        public int First;
        public int Last;
        public int Count;

        /// <summary>How often the name is there without a value.</summary>
        public int NamesOnly;

        /// <summary>How many of the values are objects.</summary>
        public int Objects;

        /// <summary>The object in which the name was seen last, and how many values there were before.</summary>
        public long Object;
        public int Mark;

        public void Add(RecordValueKind kind, int number)
        {
            if (kind == RecordValueKind.NameOnly)
            {
                NamesOnly += number;
            }
            else
            {
                Count += number;
                Objects += kind == RecordValueKind.Object ? number : 0;
            }
        }
    }
}
