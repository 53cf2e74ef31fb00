namespace Sigma.Engine.Yaml;

/// <summary>Where something stands in a file; both count from 1.</summary>
public readonly record struct SourcePosition(int Line, int Column)
{
    public override string ToString() => $"{Line}:{Column}";
}
