namespace Load.Systems.Stack.Rows;

/// <summary>Names of the dimensions that tell the suite's rows apart.</summary>
internal static class StackRow
{
    /// <summary>Whether the whole stack runs, or analyzer and gateway alone.</summary>
    public const string Stack = "stack";

    public const string Without = "without";
    public const string With = "with";

    /// <summary>The fault that strikes each process in turn.</summary>
    public const string Fault = "fault";
}
