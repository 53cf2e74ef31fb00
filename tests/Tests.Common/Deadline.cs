using System.Runtime.CompilerServices;

namespace Tests.Common;

/// <summary>Gives every await of a test a deadline: a hang is a failed test, not a stuck build.</summary>
public static class Deadline
{
    /// <summary>Far longer than any step takes, because other work may keep the machine busy. No test asserts a time with it.</summary>
    public static readonly TimeSpan Default = TimeSpan.FromMinutes(3);

    /// <summary>For a step that starts other processes and waits until they have done their work.</summary>
    public static readonly TimeSpan Extended = TimeSpan.FromMinutes(10);

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>Fails the test when the task has not ended after <paramref name="limit"/> (<see cref="Default"/>).</summary>
    public static async Task Within(
        this Task task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "")
    {
        var span = limit ?? Default;
        try
        {
            await task.WaitAsync(span, TestContext.Current.CancellationToken);
        }
        catch (TimeoutException) when (!task.IsCompleted)
        {
            Assert.Fail($"Not done within {span.TotalSeconds:0.###} s: {what}");
        }
    }

    /// <inheritdoc cref="Within(Task, TimeSpan?, string)"/>
    public static async Task<T> Within<T>(
        this Task<T> task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "")
    {
        await ((Task)task).Within(limit, what);
        return await task;
    }

    /// <inheritdoc cref="Within(Task, TimeSpan?, string)"/>
    public static Task Within(this ValueTask task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "") =>
        task.AsTask().Within(limit, what);

    /// <inheritdoc cref="Within(Task, TimeSpan?, string)"/>
    public static Task<T> Within<T>(
        this ValueTask<T> task, TimeSpan? limit = null, [CallerArgumentExpression(nameof(task))] string what = "") =>
        task.AsTask().Within(limit, what);

    /// <summary>Looks again and again until the condition holds; fails the test when it does not within the limit.</summary>
    public static Task UntilAsync(
        Func<bool> condition, TimeSpan? limit = null, [CallerArgumentExpression(nameof(condition))] string what = "") =>
        PollAsync(condition).Within(limit, what);

    /// <inheritdoc cref="UntilAsync(Func{bool}, TimeSpan?, string)"/>
    public static Task UntilAsync(
        Func<Task<bool>> condition, TimeSpan? limit = null, [CallerArgumentExpression(nameof(condition))] string what = "") =>
        PollAsync(condition).Within(limit, what);

    private static Task PollAsync(Func<bool> condition) => PollAsync(() => Task.FromResult(condition()));

    private static async Task PollAsync(Func<Task<bool>> condition)
    {
        while (!await condition())
        {
            await Task.Delay(PollInterval, TestContext.Current.CancellationToken);
        }
    }
}
