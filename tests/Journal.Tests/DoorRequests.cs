using System.IO.Compression;
using System.Net.Http.Headers;
using System.Text;

namespace Journal.Tests;

/// <summary>Requests to the doors over HTTP.</summary>
internal static class DoorRequests
{
    public static Task<HttpResponseMessage> PostAsync(this JournalHost host, string path, string body, string type = "application/json") =>
        host.PostAsync(path, Encoding.UTF8.GetBytes(body), type);

    /// <param name="host">Answers.</param>
    /// <param name="path">Of the door.</param>
    /// <param name="body">As it is sent.</param>
    /// <param name="type">Its type.</param>
    /// <param name="coding">Its Content-Encoding.</param>
    /// <param name="key">An Authorization header.</param>
    public static async Task<HttpResponseMessage> PostAsync(
        this JournalHost host, string path, byte[] body, string type = "application/json", string? coding = null, string? key = null)
    {
        using var http = new HttpClient { BaseAddress = host.Http };
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(type);
        if (coding is not null)
        {
            request.Content.Headers.TryAddWithoutValidation("Content-Encoding", coding);
        }

        if (key is not null)
        {
            request.Headers.TryAddWithoutValidation("Authorization", key);
        }

        return await http.SendAsync(request, TestContext.Current.CancellationToken).Within();
    }

    public static Task<string> TextAsync(this HttpResponseMessage answer) =>
        answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

    public static byte[] Gzip(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var stream = new GZipStream(packed, CompressionLevel.SmallestSize))
        {
            stream.Write(bytes);
        }

        return packed.ToArray();
    }
}
