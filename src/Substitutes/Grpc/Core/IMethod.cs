namespace Grpc.Core;

/// <summary>What a method is called, without its message types.</summary>
public interface IMethod
{
    MethodType Type { get; }

    /// <summary>With its package: <c>analyzer.v1.Analyzer</c>.</summary>
    string ServiceName { get; }

    string Name { get; }

    /// <summary>The path on the wire: <c>/analyzer.v1.Analyzer/SubmitFile</c>.</summary>
    string FullName { get; }
}
