namespace Hosting.Lab;

/// <summary>Reads request bodies for the ceilings, in the buffers they were received in.</summary>
public static class RequestBodies
{
    /// <summary>Answers with the size that the work returns.</summary>
    public static async Task AnswerSizeAsync(this HttpContext context, Func<HttpContext, Task<long>> work)
    {
        var size = await work(context);
        await context.Response.WriteAsJsonAsync(new { size }, context.RequestAborted);
    }

    /// <returns>How many bytes there were.</returns>
    public static async Task<long> ReadAllAsync(this HttpContext context, Action<ReadOnlySpan<byte>> work)
    {
        var reader = context.Request.BodyReader;
        for (var size = 0L; ;)
        {
            var read = await reader.ReadAsync(context.RequestAborted);
            foreach (var segment in read.Buffer)
            {
                work(segment.Span);
            }

            size += read.Buffer.Length;
            reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
            {
                return size;
            }
        }
    }
}
