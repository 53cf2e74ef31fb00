namespace Sigma.Engine.Yaml;

/// <summary>A position in a file; line and column count from 1.</summary>
public readonly record struct SourcePosition(int Line, int Column)
{
    public override string ToString() => $"{Line}:{Column}";
}
