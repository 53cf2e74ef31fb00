namespace Load.Measuring;

/// <summary>
/// One thing that cases differ in, with a case's value: a name for <c>--only</c>, <c>summary.json</c> and the head of a column.
/// </summary>
/// <param name="Name">Such as <c>transport</c>.</param>
/// <param name="Value">Such as <c>grpc</c>.</param>
internal sealed record Dimension(string Name, string Value)
{
    /// <summary>The value as a case's name has it, where it stands without the dimension's.</summary>
    public string Label { get; init; } = Value;

    /// <summary>The head of its column.</summary>
    public string Heading { get; init; } = Name;

    /// <summary>The value in its column.</summary>
    public string Text { get; init; } = Value;

    /// <summary>Numbers stand to the right.</summary>
    public bool IsNumber { get; init; }

    public DimensionRole Role { get; init; }

    /// <summary>Something that a process was started with.</summary>
    public static Dimension Setting(string name, string value) =>
        new(name, value) { Label = $"{name}={value}", Role = DimensionRole.Setting };

    /// <summary>A number of bytes.</summary>
    public static Dimension Bytes(string name, long bytes) => new(name, Statistics.Format.Bytes(bytes)) { IsNumber = true };
}

/// <summary>The role of a dimension in a case.</summary>
internal enum DimensionRole
{
    /// <summary>The work, and the thing it is done with.</summary>
    Subject,

    /// <summary>How much of it.</summary>
    Load,

    /// <summary>A setting that a process was started with.</summary>
    Setting,
}
