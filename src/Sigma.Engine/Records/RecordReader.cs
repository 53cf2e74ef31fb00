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
    private readonly Frame[] _frames = new Frame[RecordLimits.MaxDepth + 1];
    private byte[] _name = new byte[256];
    private long _objects;

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
        if (_index.HasHighBytes && !Utf8.IsValid(text))
        {
            return DeathReason.BadUtf8;
        }

        return Walk(text) ?? (_index.HasBackslash ? JsonEscapes.Check(text) : null);
    }

    private DeathReason? Walk(ReadOnlySpan<byte> text)
    {
        // The index has the positions of this text, and one more after them: reading by them needs no further check.
        ref var bytes = ref MemoryMarshal.GetReference(text);
        ref var positions = ref MemoryMarshal.GetReference(_index.Positions);
        var count = _index.Count;
        if (count == 0 || text[positions] != '{' || !IsBlank(ref bytes, 0, positions))
        {
            return JsonScalars.IsJson(text) ? DeathReason.NotAnObject : DeathReason.Malformed;
        }

        var depth = 0;
        var frame = new Frame(NameTree.Root, tree.Children(NameTree.Root), IsArray: false, ++_objects);
        var at = 1;
        var isFirst = true;
        while (true)
        {
            // Here a member, an element or the end of the container begins.
            var behind = Unsafe.Add(ref positions, at - 1) + 1;
            var position = Unsafe.Add(ref positions, at);
            var node = frame.Node;
            if (!frame.IsArray)
            {
                if (isFirst && at < count && Unsafe.Add(ref bytes, position) == '}' && IsBlank(ref bytes, behind, position))
                {
                    goto End;
                }

                if (at + 2 >= count || Unsafe.Add(ref bytes, position) != '"' || !IsBlank(ref bytes, behind, position))
                {
                    return DeathReason.Malformed;
                }

                var nameEnd = Unsafe.Add(ref positions, at + 1);
                var colon = Unsafe.Add(ref positions, at + 2);
                if (Unsafe.Add(ref bytes, colon) != ':' || !IsBlank(ref bytes, nameEnd + 1, colon))
                {
                    return DeathReason.Malformed;
                }

                node = frame.Names is null ? -1 : Find(text, frame, position + 1, nameEnd - position - 1);
                at += 3;
            }
            else if (isFirst && at < count && Unsafe.Add(ref bytes, position) == ']' && IsBlank(ref bytes, behind, position))
            {
                goto End;
            }

            // The position of the value: after the colon, comma or bracket before it.
            var begin = Unsafe.Add(ref positions, at - 1) + 1;
            position = Unsafe.Add(ref positions, at);
            if (position == begin || IsBlank(ref bytes, begin, position))
            {
                if (at >= count)
                {
                    return DeathReason.Malformed;
                }

                switch (Unsafe.Add(ref bytes, position))
                {
                    case (byte)'"':
                        var end = Unsafe.Add(ref positions, at + 1);
                        if (node >= 0 || keepsScalars)
                        {
                            KeepText(text, node, position + 1, end - position - 1);
                        }

                        at += 2;
                        break;
                    case (byte)'{' or (byte)'[':
                        _frames[depth] = frame;
                        if (++depth >= RecordLimits.MaxDepth)
                        {
                            return DeathReason.TooDeep;
                        }

                        var isArray = Unsafe.Add(ref bytes, position) == '[';
                        if (node >= 0 && tree.IsWanted(node))
                        {
                            values.Keep(node, position, 1, isArray ? RecordValueKind.NameOnly : RecordValueKind.Object);
                        }

                        frame = new(node, node >= 0 ? tree.Children(node) : null, isArray, isArray ? 0 : ++_objects);
                        isFirst = true;
                        at++;
                        continue;
                    default:
                        return DeathReason.Malformed;
                }
            }
            else if (!KeepScalar(text, node, begin, position))
            {
                return DeathReason.Malformed;
            }

            // Here a comma or the end of the container follows.
        Next:
            isFirst = false;
            if (at >= count)
            {
                return DeathReason.Malformed;
            }

            // After a string or a container there must be nothing else; a scalar extends up to here.
            position = Unsafe.Add(ref positions, at);
            var last = Unsafe.Add(ref positions, at - 1);
            if (last + 1 != position && (Unsafe.Add(ref bytes, last) is (byte)'"' or (byte)'}' or (byte)']')
                && !AreBlank(ref bytes, last + 1, position))
            {
                return DeathReason.Malformed;
            }

            switch (Unsafe.Add(ref bytes, position))
            {
                case (byte)',':
                    at++;
                    continue;
                case (byte)'}' when !frame.IsArray:
                case (byte)']' when frame.IsArray:
                    break;
                default:
                    return DeathReason.Malformed;
            }

        End:
            at++;
            if (depth == 0)
            {
                return at == count && IsBlank(ref bytes, Unsafe.Add(ref positions, at - 1) + 1, text.Length) ? null : DeathReason.Malformed;
            }

            frame = _frames[--depth];
            goto Next;
        }
    }

    /// <summary>Looks a name up, and drops the values of an equal name in the same object.</summary>
    private int Find(ReadOnlySpan<byte> text, in Frame frame, int start, int length)
    {
        int node;
        if ((_index.HasBackslash && text.Slice(start, length).Contains((byte)'\\')) || removesBlanks)
        {
            if (_name.Length < length)
            {
                _name = new byte[BitOperations.RoundUpToPowerOf2((uint)length)];
            }

            // A broken escape makes the record invalid later; until then it only must do no harm.
            var name = _name.AsSpan(0, JsonName.Decode(text.Slice(start, length), removesBlanks, _name));
            node = frame.Names!.Find(name, 0, name.Length);
        }
        else
        {
            node = frame.Names!.Find(text, start, length);
        }

        if (node >= 0)
        {
            values.Begin(node, frame.Object);
        }

        return node;
    }

    private void KeepText(ReadOnlySpan<byte> text, int node, int start, int length)
    {
        var isEscaped = _index.HasBackslash && text.Slice(start, length).Contains((byte)'\\');
        KeepBoth(node, start, length, isEscaped ? RecordValueKind.EscapedText : RecordValueKind.Text);
    }

    /// <returns>False when it is not a scalar.</returns>
    private bool KeepScalar(ReadOnlySpan<byte> text, int node, int begin, int end)
    {
        while (begin < end && IsBlank(text[begin]))
        {
            begin++;
        }

        while (end > begin && IsBlank(text[end - 1]))
        {
            end--;
        }

        var scalar = text[begin..end];
        if (JsonScalars.IsNull(scalar))
        {
            if (node >= 0 && tree.IsWanted(node))
            {
                values.Keep(node, begin, scalar.Length, RecordValueKind.NameOnly);
            }

            return true;
        }

        if (JsonScalars.KindOf(scalar) is not { } kind)
        {
            return false;
        }

        if (node >= 0 || keepsScalars)
        {
            KeepBoth(node, begin, scalar.Length, kind);
        }

        return true;
    }

    private void KeepBoth(int node, int start, int length, RecordValueKind kind)
    {
        if (node >= 0 && tree.IsWanted(node))
        {
            values.Keep(node, start, length, kind);
        }

        if (keepsScalars)
        {
            values.Keep(values.ScalarNode, start, length, kind);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsBlank(byte character) => character is (byte)' ' or (byte)'\t' or (byte)'\n' or (byte)'\r';

    /// <summary>Usually there is nothing between two positions.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsBlank(ref byte bytes, int begin, int end) => begin == end || AreBlank(ref bytes, begin, end);

    private static bool AreBlank(ref byte bytes, int begin, int end)
    {
        for (; begin < end; begin++)
        {
            if (!IsBlank(Unsafe.Add(ref bytes, begin)))
            {
                return false;
            }
        }

        return true;
    }

    /// <param name="Node">Its place in the tree; -1 when nothing in it is needed.</param>
    /// <param name="Names">The names that are needed within it.</param>
    /// <param name="IsArray">Whether it is an array; otherwise it is an object.</param>
    /// <param name="Object">A unique number for each opened object.</param>
    private readonly record struct Frame(int Node, NameTable? Names, bool IsArray, long Object);
}
