namespace Hosting.Uploads;

/// <summary>Bodies of uploads that were refused, or answered without reading them.</summary>
public static class UnwantedBodies
{
    /// <summary>
    /// Reads and drops the rest of a body when an answer before its end would cost the sender its connection: after a few more such answers
    /// Kestrel would end the connection with all its calls. This needs no memory, and runs at the sender's pace.
    /// </summary>
    /// <param name="body">Open; <see cref="IUploadBody.TryRespondEarly"/> said no.</param>
    /// <param name="clock">Ends it.</param>
    /// <param name="maxBytes">Ends it, too.</param>
    public static async ValueTask DropAsync(this IUploadBody body, UploadClock clock, long maxBytes)
    {
        try
        {
            for (var dropped = 0L; dropped <= maxBytes;)
            {
                clock.Arm(dropped);
                var chunk = await body.ReadAsync(clock.Token);
                if (chunk.IsEnd || chunk.Error is not null)
                {
                    return;
                }

                dropped += chunk.Bytes.Length;
            }
        }
        catch (Exception gone) when (gone is OperationCanceledException or IOException)
        {
            // The sender gets the same answer, if it is still connected.
        }
    }
}
