using System.Text;
using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>What a page's script writes into the page, as far as the script shows it.</summary>
internal sealed class WrittenText(ConstantFolder folder, StringBuilder text)
{
    /// <summary>The letters of a script's text that are looked at.</summary>
    public const int MaxLength = 16 << 10;

    /// <summary>For what is not known: a value wherever it stands, in a tag or in a script.</summary>
    private const char Unknown = '0';

    private const int MaxLookedAt = 1024;
    private const int MaxDepth = 4;

    private int _left = MaxLookedAt;

    /// <summary>Adds what is written here to what was written before.</summary>
    public void Add(IReadOnlyList<Expression> written)
    {
        foreach (var part in written)
        {
            Add(part, 0);
        }
    }

    private void Add(Node written, int depth)
    {
        var open = new Stack<Node>([written]);
        while (open.TryPop(out var part) && --_left > 0 && text.Length < MaxLength)
        {
            switch (part)
            {
                case var _ when folder.Fold(part) is string known:
                    text.Append(known.AsSpan(0, Math.Min(known.Length, MaxLength - text.Length)));
                    break;
                case BinaryExpression { Operator: Operator.Addition } sum:
                    open.Push(sum.Right);
                    open.Push(sum.Left);
                    break;
                case Identifier { Name: var name } when depth < MaxDepth:
                    foreach (var (value, _) in folder.AssignedTo(name, folder.Nested))
                    {
                        Add(value, depth + 1); // text += more
                    }

                    break;
                default:
                    text.Append(Unknown);
                    break;
            }
        }
    }
}
