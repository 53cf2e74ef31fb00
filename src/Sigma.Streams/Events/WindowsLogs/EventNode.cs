namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>A part of an event's XML: an element or a value.</summary>
internal abstract record EventNode;

/// <param name="Text">The text.</param>
/// <param name="IsLiteral">A number or a boolean.</param>
/// <param name="Items">The texts of an array of strings; null for other values.</param>
internal sealed record EventValue(string Text, bool IsLiteral = false, IReadOnlyList<string>? Items = null) : EventNode
{
    public static EventValue Empty { get; } = new("");

    public bool IsEmpty => Text.Length == 0 && Items is null or { Count: 0 };
}

internal sealed record EventElement(string Name) : EventNode
{
    public List<(string Name, List<EventNode> Value)> Attributes { get; } = [];

    public List<EventNode> Children { get; } = [];

    public IEnumerable<EventElement> Elements => Children.OfType<EventElement>();
}
