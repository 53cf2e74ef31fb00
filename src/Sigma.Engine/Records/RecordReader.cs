using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text.Unicode;
using Sigma.Engine.Evaluation;

namespace Sigma.Engine.Records;

/// <summary>
/// Reads the raw bytes of a record once: checks the whole JSON grammar, and stores the positions of the values that rules need. Other
/// values cost only two entries of the index and the check.
/// </summary>
/// <param name="tree">The names that rules use.</param>
/// <param name="values">Takes the values.</param>
/// <param name="keepsScalars">Whether to store every scalar as well, for keywords.</param>
/// <param name="removesBlanks">Whether names are compared without spaces.</param>
internal sealed class RecordReader(NameTree tree, RecordValues values, bool keepsScalars, bool removesBlanks)
{
    private readonly StructuralIndex _index = new();
    private readonly ScalarKeeper _scalars = new(tree, values, keepsScalars);
    private byte[] _name = new byte[256];
    private long _objects;
    private int _depth;
    private DeathReason _death;

    /// <summary>Whether names can be looked up as they stand.</summary>
    private bool _namesAreRaw;

    /// <returns>Null when the text is a record.</returns>
    public DeathReason? Read(ReadOnlySpan<byte> text)
    {
        values.Clear();
        if (text.Length > RecordLimits.MaxBytes)
        {
            return DeathReason.TooLong;
        }

        if (!_index.Build(text))
        {
            return DeathReason.Malformed;
        }

        values.Steps += _index.Count;
        _namesAreRaw = !_index.HasBackslash && !removesBlanks;
        if (_index.HasHighBytes && !Utf8.IsValid(text))
        {
            return DeathReason.BadUtf8;
        }

        return Walk(text) ?? (_index.HasBackslash ? JsonEscapes.Check(text) : null);
    }

    private DeathReason? Walk(ReadOnlySpan<byte> text)
    {
        var (count, first) = (_index.Count, _index.Positions[0]);
        if (count == 0 || text[first] != '{' || !JsonBlanks.Are(ref MemoryMarshal.GetReference(text), 0, first))
        {
            return JsonScalars.WhyNoObject(text);
        }

        (_death, _depth) = (DeathReason.Malformed, 0);
        var end = ReadObject(text, NameTree.Root, 1);
        return end == 0 ? _death
            : end == count && JsonBlanks.Are(ref MemoryMarshal.GetReference(text), _index.Positions[end - 1] + 1, text.Length) ? null
            : DeathReason.Malformed;
    }

    /// <summary>Reads the members of an object.</summary>
    /// <param name="text">The record.</param>
    /// <param name="node">The object's place in the tree; -1 when nothing in it is needed.</param>
    /// <param name="at">The entry of the index after its opening brace.</param>
    /// <returns>The entry after its closing brace; 0 when the text is not a record.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadObject(ReadOnlySpan<byte> text, int node, int at)
    {
        // Each entry below the count is a position in the text, and a quote outside strings is followed by the one that closes its
        // string: the index refuses open strings. The entry after the last is the text's length, at which there is no byte.
        ref var bytes = ref MemoryMarshal.GetReference(text);
        ref var positions = ref MemoryMarshal.GetReference(_index.Positions);
        var count = _index.Count;
        var names = node >= 0 ? tree.Children(node) : null;
        var container = ++_objects;
        var after = Unsafe.Add(ref positions, at - 1) + 1;
        if (at < count && IsEnd(ref bytes, after, Unsafe.Add(ref positions, at), '}'))
        {
            return at + 1;
        }

        // A member has three entries for its name, and what follows its value has one.
        while (at + 3 < count)
        {
            var name = Unsafe.Add(ref positions, at);
            var nameEnd = Unsafe.Add(ref positions, at + 1);
            var colon = Unsafe.Add(ref positions, at + 2);
            if (Unsafe.Add(ref bytes, name) != '"' || !JsonBlanks.Are(ref bytes, after, name)
                || Unsafe.Add(ref bytes, colon) != ':' || !JsonBlanks.Are(ref bytes, nameEnd + 1, colon))
            {
                return 0;
            }

            var member = names is null ? -1 : BeginMember(text, names, container, name + 1, nameEnd - name - 1);
            at = ReadValue(text, ref bytes, ref positions, count, member, colon + 1, at + 3);
            if (at == 0)
            {
                return 0;
            }

            after = Unsafe.Add(ref positions, at++) + 1;
            var next = Unsafe.Add(ref bytes, after - 1);
            if (next != ',')
            {
                return next == '}' ? at : 0;
            }
        }

        return 0;
    }

    /// <summary>Reads the elements of an array.</summary>
    /// <param name="text">The record.</param>
    /// <param name="node">The array's place in the tree, which is that of its elements; -1 when nothing in it is needed.</param>
    /// <param name="at">The entry of the index after its opening bracket.</param>
    /// <returns>The entry after its closing bracket; 0 when the text is not a record.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int ReadArray(ReadOnlySpan<byte> text, int node, int at)
    {
        ref var bytes = ref MemoryMarshal.GetReference(text);
        ref var positions = ref MemoryMarshal.GetReference(_index.Positions);
        var count = _index.Count;
        var after = Unsafe.Add(ref positions, at - 1) + 1;
        if (at < count && IsEnd(ref bytes, after, Unsafe.Add(ref positions, at), ']'))
        {
            return at + 1;
        }

        while (at < count)
        {
            at = ReadValue(text, ref bytes, ref positions, count, node, after, at);
            if (at == 0)
            {
                return 0;
            }

            after = Unsafe.Add(ref positions, at++) + 1;
            var next = Unsafe.Add(ref bytes, after - 1);
            if (next != ',')
            {
                return next == ']' ? at : 0;
            }
        }

        return 0;
    }

    /// <returns>The entry of the index that follows the value, with only blanks between; 0 when the text is not a record.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ReadValue(ReadOnlySpan<byte> text, ref byte bytes, ref int positions, int count, int node, int begin, int at)
    {
        var position = Unsafe.Add(ref positions, at);
        var first = Unsafe.Add(ref bytes, position);
        if (first == '"' && JsonBlanks.Are(ref bytes, begin, position))
        {
            var end = Unsafe.Add(ref positions, at + 1);
            _scalars.KeepText(text, node, position + 1, end - position - 1, _index.HasBackslash);
            at += 2;
            return at < count && JsonBlanks.Are(ref bytes, end + 1, Unsafe.Add(ref positions, at)) ? at : 0;
        }

        if (first is (byte)'{' or (byte)'[' && JsonBlanks.Are(ref bytes, begin, position))
        {
            at = ReadContainer(text, node, at, first == '[');
            return at > 0 && at < count && JsonBlanks.Are(ref bytes, Unsafe.Add(ref positions, at - 1) + 1, Unsafe.Add(ref positions, at))
                ? at
                : 0;
        }

        return _scalars.KeepScalar(text, node, begin, position) ? at : 0;
    }

    /// <summary>Whether a container ends at this position, with only blanks before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsEnd(ref byte bytes, int after, int position, char closing) =>
        Unsafe.Add(ref bytes, position) == closing && JsonBlanks.Are(ref bytes, after, position);

    private int ReadContainer(ReadOnlySpan<byte> text, int node, int at, bool isArray)
    {
        if (++_depth >= RecordLimits.MaxDepth)
        {
            _death = DeathReason.TooDeep;
            return 0;
        }

        if (node >= 0 && tree.IsWanted(node))
        {
            values.Keep(node, _index.Positions[at], 1, isArray ? RecordValueKind.NameOnly : RecordValueKind.Object);
        }

        at = isArray ? ReadArray(text, node, at + 1) : ReadObject(text, node, at + 1);
        _depth--;
        return at;
    }

    /// <summary>Looks a name up, and drops the values of an equal name in the same object.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int BeginMember(ReadOnlySpan<byte> text, NameTable names, long container, int start, int length)
    {
        var node = _namesAreRaw ? names.Find(text, start, length) : FindDecoded(text, names, start, length);
        if (node >= 0)
        {
            values.Begin(node, container);
        }

        return node;
    }

    private int FindDecoded(ReadOnlySpan<byte> text, NameTable names, int start, int length)
    {
        var name = text.Slice(start, length);
        if (!removesBlanks && !name.Contains((byte)'\\'))
        {
            return names.Find(text, start, length);
        }

        if (_name.Length < length)
        {
            _name = new byte[BitOperations.RoundUpToPowerOf2((uint)length)];
        }

        // A broken escape makes the record invalid later; until then it only must do no harm.
        var decoded = _name.AsSpan(0, JsonName.Decode(name, removesBlanks, _name));
        return names.Find(decoded, 0, decoded.Length);
    }
}
