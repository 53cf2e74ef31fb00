namespace Grpc.Tests;

/// <summary>What a <see cref="ScriptedService"/> does in one test.</summary>
internal sealed record Script
{
    public Func<Note, ServerCallContext, Task<Note>>? Unary { get; init; }

    public Func<IAsyncStreamReader<Note>, ServerCallContext, Task<Note>>? Collect { get; init; }

    public Func<Note, IServerStreamWriter<Note>, ServerCallContext, Task>? Expand { get; init; }

    public Func<IAsyncStreamReader<Note>, IServerStreamWriter<Note>, ServerCallContext, Task>? Converse { get; init; }
}
