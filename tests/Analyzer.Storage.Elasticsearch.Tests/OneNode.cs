namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class OneNode() : RealElasticsearch(new ElasticsearchCluster());
