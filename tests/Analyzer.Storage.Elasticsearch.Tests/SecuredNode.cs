namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class SecuredNode() : RealElasticsearch(new ElasticsearchCluster { IsSecured = true });
