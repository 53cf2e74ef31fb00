using Sigma.Engine.Records;

namespace Sigma.Engine.Matching;

/// <summary>The values of a place in a record, in order, without replaced ones and without names that have no value.</summary>
internal struct ValueChain(RecordValues values, int node)
{
    private int _next = values.FirstOf(node);

    public int Current { get; private set; }

    public readonly ValueChain GetEnumerator() => this;

    public bool MoveNext()
    {
        while (_next >= 0)
        {
            values.Steps++;
            Current = _next;
            ref var value = ref values[_next];
            _next = value.Next;
            if (value.Kind < RecordValueKind.NameOnly)
            {
                return true;
            }
        }

        return false;
    }
}
